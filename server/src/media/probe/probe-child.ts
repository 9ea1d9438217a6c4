import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import type { ErrorCode } from '@earmark/contract/errors.ts'
import { AppError } from '../../errors.ts'

/** What a child answers to a job, as its last message about it. */
export type ChildResult =
  | { readonly found: unknown }
  | { readonly code: ErrorCode; readonly description?: string | undefined }

const lowPriority = 5
/** Half of a child's start would be the reading of its sources. */
const compiledFolder = join(import.meta.dirname, '../../../../node_modules/.cache/node')

/**
 * Limited memory, and an environment without secrets. Its input is a pipe where `hasInput` says so. Alone it does not keep
 * the program from ending.
 */
export function startChild(
  script: string,
  memoryBytes: number,
  { niceness = lowPriority, hasInput = false } = {},
): ChildProcess {
  const env = { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: compiledFolder }
  const command = [process.execPath, '--max-old-space-size=256', '--max-semi-space-size=8', script]
  // Decoders allocate outside of V8's heap, so the limit is the system's.
  const [file = '', ...args] =
    process.platform === 'linux'
      ? ['/bin/sh', '-c', 'ulimit -d "$0" && exec "$@"', String(memoryBytes / 1024), ...command]
      : command
  const stdio = [hasInput ? 'pipe' : 'ignore', 'ignore', 'ignore', 'ipc'] as const
  const child = spawn(file, args, { env, stdio: [...stdio], serialization: 'advanced' })
  child.on('error', () => undefined)
  child.unref()
  child.channel?.unref()
  if (child.stdin instanceof Socket) child.stdin.unref()
  try {
    if (child.pid !== undefined) setPriority(child.pid, niceness)
  } catch {
    // The child has exited already, which the next request notices.
  }
  return child
}

export interface Asked {
  /** Null when the child exited, ran out of time or the request was aborted. */
  readonly answer: ChildResult | null
  /** Whether the patience ran out before the processor time did. */
  readonly isStarved: boolean
  readonly workedMs: number
}

/** Of an answer in parts, each but the last. */
interface Part {
  readonly part: unknown
}

export interface Deadline {
  /** Of processor time. */
  readonly milliseconds: number
  /** Of wall-clock time. */
  readonly patienceMs: number
}

/** A long answer comes in parts: one message would hold the thread that receives it. */
export function askChild(
  child: ChildProcess,
  job: object,
  { milliseconds, patienceMs }: Deadline,
  signal: AbortSignal | undefined,
  onPart?: (part: unknown) => void,
): Promise<Asked> {
  const worked = stopwatchOf(child)
  const patience = AbortSignal.timeout(Math.max(0, Math.ceil(patienceMs)))
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const settle = (answer: ChildResult | null) => {
      clearTimeout(timer)
      for (const end of [signal, patience]) end?.removeEventListener('abort', failed)
      child.off('message', answered).off('exit', failed)
      resolve({ answer, isStarved: answer === null && patience.aborted, workedMs: worked() })
    }
    const answered = (answer: unknown) => {
      if (onPart && 'part' in (answer as Part | ChildResult)) onPart((answer as Part).part)
      else settle(answer as ChildResult)
    }
    const failed = () => settle(null)
    const look = () => {
      const leftMs = Math.ceil(milliseconds - worked())
      if (leftMs <= 0) failed()
      else timer = setTimeout(look, leftMs)
    }
    look()
    for (const end of [signal, patience]) end?.addEventListener('abort', failed)
    child.on('message', answered).on('exit', failed)
    if (child.pid === undefined) reject(new AppError('ServiceUnavailable'))
    else child.send(job, (error) => error && failed())
  })
}

/** Milliseconds of processor time; wall-clock time outside of Linux. */
function stopwatchOf(child: ChildProcess): () => number {
  const [begun, usedBefore] = [performance.now(), processorMs(child)]
  return () => {
    const used = processorMs(child)
    return used === null || usedBefore === null ? performance.now() - begun : used - usedBefore
  }
}

const tickMs = 10

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
    return null
  }
}
