import type { Cover, CoverLooks } from './fields.ts'

/** How covers are shown. The server preloads a page's first cover by the same attributes as its image. */

/** Pixels, as the server makes them of an upload. */
export const previewWidth = 480
export const coverWidth = 1080

/** `sizes` of a cover on a card. */
export const cardSizes = '(min-width: 540px) 208px, 46vw'

/** `sizes` of the cover at the top of a detail page. */
export const detailCoverSizes = '(min-width: 760px) 300px, 184px'

/** The same, of a podcast. */
export const podcastCoverSizes = '(min-width: 760px) 220px, 112px'

export interface CoverImage {
  src: string
  /** Nothing to choose from when there is one size only. */
  srcSet: string | undefined
}

/** The picture of a cover in the sizes that there are; null without a picture. */
export function coverImage(
  cover: Partial<Pick<Cover, 'coverImageUrl' | 'coverImagePreviewUrl'>>,
): CoverImage | null {
  const { coverImageUrl: full, coverImagePreviewUrl: preview } = cover
  const src = preview ?? full ?? null
  if (src === null) return null
  return { src, srcSet: preview && full ? `${preview} ${previewWidth}w, ${full} ${coverWidth}w` : undefined }
}

/** The fields of a record that say how its cover looks. */
export function coverLooks(record: CoverLooks): CoverLooks {
  const { coverColor, coverPlaceholder, coverWidth, coverHeight } = record
  return { coverColor, coverPlaceholder, coverWidth, coverHeight }
}
