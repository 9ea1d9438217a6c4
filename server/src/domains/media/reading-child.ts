import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { AppError } from '../../http/errors.ts'
import type { ReadingAnswer, ReadingJob } from './reading-jobs.ts'

/** Beside playing, looking into files can wait. */
const lowPriority = 10

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

/** Null when it ends or takes too long instead of answering, or nobody waits for the answer any more. */
export function askChild(
  child: ChildProcess,
  job: ReadingJob,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<ReadingAnswer | null> {
  return new Promise((resolve, reject) => {
    const settle = (answer: ReadingAnswer | null) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', failed)
      child.off('message', answered).off('exit', failed)
      resolve(answer)
    }
    const answered = (answer: unknown) => settle(answer as ReadingAnswer)
    const failed = () => settle(null)
    const timer = setTimeout(failed, Math.max(0, milliseconds))
    signal?.addEventListener('abort', failed)
    child.on('message', answered).on('exit', failed)
    // Without a process there is nobody to blame the file.
    if (child.pid === undefined) reject(new AppError('ServiceUnavailable'))
    else child.send(job, (error) => error && failed())
  })
}
