import type { Cover, CoverPreview } from '@earmark/contract/fields.ts'

/** The fields of a record without a cover, and those of its row. */
export const noPreview: CoverPreview = {
  coverImagePreviewUrl: null,
  coverColor: null,
  coverPlaceholder: null,
  coverWidth: null,
  coverHeight: null,
}
export const noCover: Cover = { coverImageUrl: null, ...noPreview }
