import { withoutSignature } from '@earmark/contract/media-addresses.ts'
import type { NewMedia } from '../media.queries.ts'
import { type AppError, type FailureOf, refuse } from '../../errors.ts'
import type { CoverIds, RecordMedia, MediaChoice, MediaPlan } from './record-media.queries.ts'
import type { RecordUpload } from './record-upload.ts'

type Upload = Pick<RecordUpload<NamedMedia>, 'texts' | 'cover' | 'preview'>
type Files = Pick<RecordUpload, 'cover' | 'preview'>

export interface NamedMedia {
  readonly coverImageUrl?: string | undefined
  readonly coverImagePreviewUrl?: string | undefined
}

/** An episode without a cover of its own shows its podcast's. */
export interface ShownMedia {
  readonly coverImageUrl: string | null
  readonly coverImagePreviewUrl: string | null
}

export interface KeptMedia {
  readonly cover: boolean
  readonly preview: boolean
  /** The form names the preview that the server has replaced, which means the present one. */
  readonly isPreviewReplaced: boolean
}

type PresentMedia = CoverIds & { replaced_preview_url: string | null }

export function newRecordMedia(upload: Files): RecordMedia {
  return {
    cover: upload.cover?.cover ?? null,
    preview: upload.preview ?? upload.cover?.preview ?? null,
    previewChosen: upload.preview !== undefined,
  }
}

/** By its path alone, or in full; the query is a signature, which may have ended. */
export function isAddressOf(given: string | undefined, shown: string | null, publicUrl: string): boolean {
  const address = given === undefined ? undefined : withoutSignature(given)
  return shown !== null && (address === shown || address === publicUrl + shown)
}

interface FormerAddresses {
  readonly publicUrl: string
  readonly replacedPreview: string | null
  /** Whether all addresses of `audioUrl` are present ones. */
  readonly isAudioKnown: boolean
}

/** @throws AppErrors for each address that is not the present one */
export function keptMedia(
  { texts }: Upload,
  shown: ShownMedia,
  { publicUrl, replacedPreview, isAudioKnown }: FormerAddresses,
  failure: FailureOf<'UnknownMedia'>,
): KeptMedia {
  const isPreviewReplaced = isAddressOf(texts.coverImagePreviewUrl, replacedPreview, publicUrl)
  const problems: AppError[] = []
  const isKept = (field: keyof ShownMedia) => {
    const given = texts[field]
    const isPresent = isAddressOf(given, shown[field], publicUrl)
    const isForgiven = field === 'coverImagePreviewUrl' && isPreviewReplaced
    if (given !== undefined && !isPresent && !isForgiven) problems.push(failure('UnknownMedia', { field }))
    return isPresent
  }
  const kept = {
    cover: isKept('coverImageUrl'),
    preview: isKept('coverImagePreviewUrl'),
    isPreviewReplaced,
  }
  if (!isAudioKnown) problems.push(failure('UnknownMedia', { field: 'audioUrl' }))
  refuse(...problems)
  return kept
}

/** The preview is then made from the cover again. */
export function clearsPreviewAlone({ texts, cover, preview }: Upload): boolean {
  const isCoverNamed = cover === undefined && texts.coverImageUrl !== undefined
  return isCoverNamed && preview === undefined && texts.coverImagePreviewUrl === undefined
}

/**
 * A file replaces, else a named address keeps, else it is cleared. A preview that was made from the cover follows the
 * cover; a chosen one stays (0025). `remade` is a preview of the present cover, where it is needed.
 *
 * @throws `StaleRecord` when it is missing: the preview was chosen since the form was read
 */
export function planMedia(
  present: PresentMedia,
  upload: Upload,
  kept: KeptMedia,
  { remade, now }: { remade: NewMedia | null; now: number },
  failure: FailureOf<'StaleRecord'>,
): MediaPlan {
  const cover = upload.cover?.cover ?? (kept.cover ? present.cover_media_id : null)
  const isChosen = present.preview_chosen_at !== null
  if (upload.preview) return { cover, preview: upload.preview, previewChosenAt: now }
  if (kept.preview && isChosen) {
    return { cover, preview: present.preview_media_id, previewChosenAt: present.preview_chosen_at }
  }
  const follow = (preview: MediaChoice) => ({ cover, preview, previewChosenAt: null })
  if (upload.cover) return follow(upload.cover.preview)
  if (cover === null) return follow(null)
  if (!isChosen) return follow(present.preview_media_id)
  if (remade === null) throw failure('StaleRecord')
  return follow(remade)
}

/** The preview that the next form may still name (0025): a form that is saved repeatedly names the same one. */
export function replacedPreview(
  present: PresentMedia,
  plan: MediaPlan,
  kept: KeptMedia,
  shown: ShownMedia,
): string | null {
  if (plan.previewChosenAt !== null) return null
  const isMade = present.preview_media_id !== null && present.preview_chosen_at === null
  const isReplaced = isMade && plan.preview !== present.preview_media_id
  return isReplaced && !kept.isPreviewReplaced ? shown.coverImagePreviewUrl : present.replaced_preview_url
}
