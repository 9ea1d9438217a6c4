import { readFileSync } from 'node:fs'
import type { ErrorCode } from '@earmark/contract/errors.ts'
import { AppError } from '../errors.ts'
import type { Child } from './child.ts'

/** What a child answers to a job, as its last message about it. */
export type ChildResult =
  | { readonly found: unknown }
  | { readonly code: ErrorCode; readonly description?: string | undefined }

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

/**
 * A long answer comes in parts: one message would hold the thread that receives it.
 *
 * @throws AppError `ServiceUnavailable` where the system had no room for the child
 */
export function askChild(
  child: Child,
  job: object,
  { milliseconds, patienceMs }: Deadline,
  signal: AbortSignal | undefined,
  onPart?: (part: unknown) => void,
): Promise<Asked> {
  const worked = stopwatchOf(child)
  const patience = AbortSignal.timeout(Math.max(0, Math.ceil(patienceMs)))
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const leave = () => {
      clearTimeout(timer)
      for (const end of [signal, patience]) end?.removeEventListener('abort', failed)
      child.off('message', answered).off('exit', exited)
    }
    const settle = (answer: ChildResult | null) => {
      leave()
      resolve({ answer, isStarved: answer === null && patience.aborted, workedMs: worked() })
    }
    const answered = (answer: unknown) => {
      if (onPart && 'part' in (answer as Part | ChildResult)) onPart((answer as Part).part)
      else settle(answer as ChildResult)
    }
    const failed = () => settle(null)
    const exited = () => {
      if (child.pid !== undefined) return failed()
      leave()
      reject(new AppError('ServiceUnavailable'))
    }
    const look = () => {
      const leftMs = Math.ceil(milliseconds - worked())
      if (leftMs <= 0) failed()
      else timer = setTimeout(look, leftMs)
    }
    look()
    for (const end of [signal, patience]) end?.addEventListener('abort', failed)
    child.on('message', answered).on('exit', exited)
    child.send(job)
  })
}

/** Milliseconds of processor time; wall-clock time outside of Linux. */
function stopwatchOf(child: Child): () => number {
  const [begun, usedBefore] = [performance.now(), processorMs(child)]
  return () => {
    const used = processorMs(child)
    return used === null || usedBefore === null ? performance.now() - begun : used - usedBefore
  }
}

const tickMs = 10

function processorMs({ pid }: Child): number | null {
  if (process.platform !== 'linux') return null
  if (pid === undefined) return 0
  const stat = readStat(pid)
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
