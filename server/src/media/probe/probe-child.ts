import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { AppError } from '../../errors.ts'
import type { ProbeResult, ProbeRequest } from './probe-request.ts'

/** Beside playing, looking into files can wait. */
const lowPriority = 5

/** A process that runs `script`, which can be asked and killed. */
export function startChild(script: string, memoryBytes: number): ChildProcess {
  // Files that strangers have made are read by a program that knows no secrets.
  const env = { MALLOC_ARENA_MAX: '2' }
  const command = [process.execPath, '--max-old-space-size=256', '--max-semi-space-size=8', script]
  // Decoders take their memory past V8, so the system has to set the bound where it can.
  const [file = '', ...args] =
    process.platform === 'linux'
      ? ['/bin/sh', '-c', 'ulimit -d "$0" && exec "$@"', String(memoryBytes / 1024), ...command]
      : command
  const stdio = ['ignore', 'ignore', 'ignore', 'ipc'] as const
  const child = spawn(file, args, { env, stdio: [...stdio], serialization: 'advanced' })
  child.on('error', () => undefined)
  try {
    if (child.pid !== undefined) setPriority(child.pid, lowPriority)
  } catch {
    // It has ended already, which is noticed when it is asked.
  }
  return child
}

export interface Asked {
  /** Null when it ended or took too long instead of answering, or nobody waited for the answer any more. */
  readonly answer: ProbeResult | null
  /** Whether others kept it from working for so long that it was given up. */
  readonly isStarved: boolean
  /** Milliseconds that it worked on it. */
  readonly workedMs: number
}

/**
 * @param milliseconds of work: on a busy machine a file is not refused for what others take
 * @param patienceMs milliseconds of any time
 */
export function askChild(
  child: ChildProcess,
  job: ProbeRequest,
  { milliseconds, patienceMs }: { readonly milliseconds: number; readonly patienceMs: number },
  signal: AbortSignal | undefined,
): Promise<Asked> {
  const worked = stopwatchOf(child)
  const patience = AbortSignal.timeout(Math.max(0, Math.ceil(patienceMs)))
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const settle = (answer: ProbeResult | null) => {
      clearTimeout(timer)
      for (const end of [signal, patience]) end?.removeEventListener('abort', failed)
      child.off('message', answered).off('exit', failed)
      resolve({ answer, isStarved: answer === null && patience.aborted, workedMs: worked() })
    }
    const answered = (answer: unknown) => settle(answer as ProbeResult)
    const failed = () => settle(null)
    const look = () => {
      const leftMs = Math.ceil(milliseconds - worked())
      if (leftMs <= 0) failed()
      else timer = setTimeout(look, leftMs)
    }
    look()
    for (const end of [signal, patience]) end?.addEventListener('abort', failed)
    child.on('message', answered).on('exit', failed)
    // Without a process there is nobody to blame the file.
    if (child.pid === undefined) reject(new AppError('ServiceUnavailable'))
    else child.send(job, (error) => error && failed())
  })
}

/** Tells the milliseconds of processor time since now; of any time, where the system does not tell. */
function stopwatchOf(child: ChildProcess): () => number {
  const [begun, usedBefore] = [performance.now(), processorMs(child)]
  return () => {
    const used = processorMs(child)
    return used === null || usedBefore === null ? performance.now() - begun : used - usedBefore
  }
}

/** Of a clock tick, which Linux has a hundred of in a second for every program. */
const tickMs = 10

/** proc_pid_stat(5): user and system time stand behind the program's name, which may be anything. */
function processorMs({ pid }: ChildProcess): number | null {
  const stat = process.platform === 'linux' && pid ? readStat(pid) : null
  if (stat === null) return null
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

function readStat(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    // It has ended.
    return null
  }
}
