import { EgressError, isWholeAnswer } from '../../../egress/egress.ts'
import { credentialsFor } from './secrets.ts'
import type { SourceDeps } from './source-deps.ts'
import type { SourceRow } from './sources.queries.ts'

export interface NamedFile {
  readonly url: string
  /** Media types, as `Accept` has them. */
  readonly accept: string
  readonly maxBytes: number
}

interface Trying {
  readonly signal: AbortSignal
  /** Whether what a host does not give now is left out for good. */
  readonly isLastTry: boolean
}

/**
 * A file that a feed names beside its sounds, whole; null for what is not there.
 *
 * @throws EgressError, also for a host that says that it fails, unless it is the last try
 */
export async function fetchNamed(
  deps: SourceDeps,
  source: SourceRow,
  { url, accept, maxBytes }: NamedFile,
  { signal, isLastTry }: Trying,
): Promise<Uint8Array | null> {
  try {
    const { status, body } = await deps.egress.fetch({
      url,
      isEditor: source.is_of_editor === 1,
      headers: { accept },
      ...credentialsFor(deps.tokenKeys.sources, url, source),
      maxWireBytes: maxBytes,
      maxDecodedBytes: maxBytes,
      signal,
    })
    if (status >= 500 || status === 429) throw new EgressError('NoAnswer', `The host answers ${status}.`)
    return isWholeAnswer(status) ? body : null
  } catch (error) {
    if (!(error instanceof EgressError) || (!isLastTry && !isForGood(error))) throw error
    deps.log.info({ code: error.code }, 'what a feed names is left out')
    return null
  }
}

function isForGood({ code }: EgressError): boolean {
  return code === 'TooLarge' || code === 'AddressRefused' || code === 'NetworkRefused'
}
