import { setTimeout as sleep } from 'node:timers/promises'
import type { EgressStream } from '../../../egress/egress.ts'
import { judgeAnswer } from '../relay/origin-answer.ts'

/** What came of a request for a sound, before its bytes. */
export class OriginFailure extends Error {
  /** Whether it is there no more. */
  readonly isMissing: boolean

  constructor(message: string, isMissing = false) {
    super(message)
    this.isMissing = isMissing
  }
}

/** Asks for a sound from an offset on; with a validator, for the rest of the same bytes alone. */
export type AskFrom = (headers: Readonly<Record<string, string>>) => Promise<EgressStream>

const mostResumptions = 20
const pauseMs = 250

interface Progress {
  offset: number
  /** Strong, of the first answer; null where there is none, as then nothing can be gone on with. */
  validator: string | null
  /** As the first answer said; null where it did not. */
  total: number | null
}

/**
 * The bytes of a sound elsewhere. A connection that breaks is resumed where it was, by `Range` and `If-Range` (RFC 9110, 13.1.5),
 * as long as each brings something.
 *
 * @throws OriginFailure; EgressError; the reason of the signal
 */
export async function* resumedDownload(ask: AskFrom, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  const progress: Progress = { offset: 0, validator: null, total: null }
  for (let resumptions = 0; ; resumptions += 1) {
    const before = progress.offset
    const body = await openFrom(ask, progress)
    let failure: unknown = new OriginFailure('The sound ends too early.')
    try {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        progress.offset += chunk.length
        yield chunk
      }
      if (progress.total === null || progress.offset === progress.total) return
      if (progress.offset > progress.total) throw new OriginFailure('The sound is longer than it says.')
    } catch (error) {
      if (error instanceof OriginFailure) throw error
      failure = error
    }
    signal.throwIfAborted()
    const isResumable = progress.validator !== null && progress.offset > before
    if (!isResumable || resumptions === mostResumptions) throw failure
    await sleep(pauseMs, undefined, { signal })
  }
}

async function openFrom(ask: AskFrom, progress: Progress): Promise<EgressStream['body']> {
  const { offset, validator } = progress
  const range = offset > 0 ? `bytes=${offset}-` : undefined
  const { status, headers, body } = await ask({
    ...(range !== undefined && validator !== null && { range, 'if-range': validator }),
  })
  const answer = judgeAnswer(status, headers, range)
  // Another answer than the rest of the same bytes begins anew.
  const isRest = answer.kind === 'content' && (range === undefined || answer.status === 206)
  if (isRest) {
    if (range === undefined) {
      progress.total = answer.total
      progress.validator = validatorOf(headers)
    }
    return body
  }
  body.on('error', () => undefined).destroy()
  if (answer.kind === 'missing') throw new OriginFailure('The sound is not there.', true)
  throw new OriginFailure(range === undefined ? `The host answers ${status}.` : 'The sound has changed.')
}

/** A strong tag, or a time. */
function validatorOf({ etag, 'last-modified': lastModified }: EgressStream['headers']): string | null {
  if (etag !== undefined && !etag.startsWith('W/')) return etag
  return lastModified ?? null
}
