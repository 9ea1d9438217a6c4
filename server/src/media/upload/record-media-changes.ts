import { type AppError, type FailureOf, refuse } from '../../errors.ts'
import type { NewMedia } from '../media.queries.ts'
import type { CoverIds, RecordMedia, MediaChoice, MediaPlan } from './record-media.queries.ts'
import type { RecordUpload } from './record-upload.ts'

type Upload = Pick<RecordUpload<NamedMedia>, 'texts' | 'cover' | 'preview' | 'audio'>
type Files = Pick<RecordUpload, 'cover' | 'preview' | 'audio'>

export interface NamedMedia {
  readonly coverImageUrl?: string | undefined
  readonly coverImagePreviewUrl?: string | undefined
  readonly audioUrl?: string | undefined
}

/** An episode without a cover of its own shows its podcast's. */
export interface ShownMedia {
  readonly coverImageUrl: string | null
  readonly coverImagePreviewUrl: string | null
  readonly audioUrl?: string | null
}

export interface KeptMedia {
  readonly cover: boolean
  readonly preview: boolean
  readonly audio: boolean
  /** The form names the preview that the server has replaced, which means the present one. */
  readonly isPreviewReplaced: boolean
}

type PresentMedia = CoverIds & { audio_media_id: number | null; replaced_preview_url: string | null }

export function newRecordMedia(upload: Files): RecordMedia & { readonly audio: NewMedia | null } {
  return {
    cover: upload.cover?.cover ?? null,
    preview: upload.preview ?? upload.cover?.preview ?? null,
    previewChosen: upload.preview !== undefined,
    audio: upload.audio ?? null,
  }
}

/** By its path, or in full. */
export function isAddressOf(given: string | undefined, shown: string | null, publicUrl: string): boolean {
  return shown !== null && (given === shown || given === publicUrl + shown)
}

/** @throws AppErrors for each address that is not the present one */
export function keptMedia(
  { texts }: Upload,
  shown: ShownMedia,
  { publicUrl, replacedPreview }: { publicUrl: string; replacedPreview: string | null },
  failure: FailureOf<'UnknownMedia'>,
): KeptMedia {
  const isPreviewReplaced = isAddressOf(texts.coverImagePreviewUrl, replacedPreview, publicUrl)
  const addresses = { ...shown, audioUrl: shown.audioUrl ?? null }
  const problems: AppError[] = []
  const isKept = (field: keyof typeof addresses) => {
    const given = texts[field]
    const isPresent = isAddressOf(given, addresses[field], publicUrl)
    const isForgiven = field === 'coverImagePreviewUrl' && isPreviewReplaced
    if (given !== undefined && !isPresent && !isForgiven) problems.push(failure('UnknownMedia', { field }))
    return isPresent
  }
  const kept = {
    cover: isKept('coverImageUrl'),
    preview: isKept('coverImagePreviewUrl'),
    audio: isKept('audioUrl'),
    isPreviewReplaced,
  }
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
  const audio = upload.audio ?? (kept.audio ? present.audio_media_id : null)
  const isChosen = present.preview_chosen_at !== null
  if (upload.preview) return { cover, audio, preview: upload.preview, previewChosenAt: now }
  if (kept.preview && isChosen) {
    return { cover, audio, preview: present.preview_media_id, previewChosenAt: present.preview_chosen_at }
  }
  const follow = (preview: MediaChoice) => ({ cover, audio, preview, previewChosenAt: null })
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
