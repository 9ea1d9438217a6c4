import type { Cover } from './fields.ts'

/**
 * How covers are shown: the server preloads in the page's head what the page is going to ask for, and only the
 * same words in both places make it the same file.
 */

/** Pixels, as the server makes them of an upload. */
export const previewWidth = 480
export const coverWidth = 1080

/** `sizes` of a cover on an audio book's card: columns of a list and of the home page. */
export const audioBookCardSizes =
  '(min-width: 900px) 225px, (min-width: 700px) 24vw, (min-width: 540px) 31vw, 46vw'

/** `sizes` of a cover on a podcast's card. */
export const podcastCardSizes = '(min-width: 860px) 285px, 136px'

/** `sizes` of the cover at the top of a detail page. */
export const detailCoverSizes = '(min-width: 760px) 340px, 62vw'

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
