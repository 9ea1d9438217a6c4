import { EgressError, isWholeAnswer } from '../../../egress/egress.ts'
import { noCover, openCover, type OpenedCover } from '../../import/apply/library-cover.ts'
import type { FeedAddress } from '../source/fetch-feed.ts'
import type { SourceDeps } from '../source/source-deps.ts'

/** The cover that a feed names; none where it cannot be had: a podcast is worth more than its cover. */
export async function fetchCover(
  deps: SourceDeps,
  imageUrl: string | null,
  { is_of_editor }: Pick<FeedAddress, 'is_of_editor'>,
  signal?: AbortSignal,
): Promise<OpenedCover> {
  if (imageUrl === null) return noCover
  const { maxImageBytes } = deps.config
  try {
    const { status, body } = await deps.egress.fetch({
      url: imageUrl,
      isEditor: is_of_editor === 1,
      headers: { accept: 'image/*' },
      maxWireBytes: maxImageBytes,
      maxDecodedBytes: maxImageBytes,
      ...(signal && { signal }),
    })
    return isWholeAnswer(status) ? await openCover(deps, { bytes: body }) : noCover
  } catch (error) {
    if (error instanceof EgressError || signal?.aborted) return noCover
    throw error
  }
}
