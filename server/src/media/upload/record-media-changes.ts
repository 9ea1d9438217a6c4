import { type AppError, type FailureOf, refuse } from '../../errors.ts'
import type { NewMedia } from '../media.queries.ts'
import type { CoverIds, RecordMedia } from './record-media.queries.ts'
import type { RecordUpload } from './record-upload.ts'

/** What becomes of a record's files when a form replaces the record. No database: only what follows from what. */

type Upload = Pick<RecordUpload<NamedMedia>, 'texts' | 'cover' | 'preview' | 'audio'>
type Files = Pick<RecordUpload, 'cover' | 'preview' | 'audio'>

/** The addresses that a form names, to keep the files there. */
export interface NamedMedia {
  readonly coverImageUrl?: string | undefined
  readonly coverImagePreviewUrl?: string | undefined
  readonly audioUrl?: string | undefined
}

/** The addresses that a record shows now. An episode without a cover of its own shows its podcast's. */
export interface ShownMedia {
  readonly coverImageUrl: string | null
  readonly coverImagePreviewUrl: string | null
  readonly audioUrl?: string | null
}

/** Which files a form keeps by naming their present addresses. */
export interface KeptMedia {
  readonly cover: boolean
  readonly preview: boolean
  readonly audio: boolean
  /** Whether it names the preview instead that the server has replaced: the present one is meant. */
  readonly isPreviewReplaced: boolean
}

/** What a record's row says of its files. */
type PresentMedia = CoverIds & { audio_media_id: number | null; replaced_preview_url: string | null }

/** The row of a present medium, a new one, or none. */
export type MediaChoice = number | NewMedia | null

export interface MediaPlan {
  readonly cover: MediaChoice
  readonly preview: MediaChoice
  readonly previewChosenAt: number | null
  readonly audio: MediaChoice
}

/** The files of a new record. */
export function newRecordMedia(upload: Files): RecordMedia & { readonly audio: NewMedia | null } {
  return {
    cover: upload.cover?.cover ?? null,
    preview: upload.preview ?? upload.cover?.preview ?? null,
    previewChosen: upload.preview !== undefined,
    audio: upload.audio ?? null,
  }
}

/** Whether a form means the file at `shown`, be its address given as it is answered or in full. */
export function isAddressOf(given: string | undefined, shown: string | null, publicUrl: string): boolean {
  return shown !== null && (given === shown || given === publicUrl + shown)
}

/**
 * @param replacedPreview the address of the preview that the server has last replaced
 * @throws AppErrors for each address that is not the present one
 */
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

/** Whether a form keeps the cover and clears the preview, which is then to be made from the cover again. */
export function clearsPreviewAlone({ texts, cover, preview }: Upload): boolean {
  const isCoverNamed = cover === undefined && texts.coverImageUrl !== undefined
  return isCoverNamed && preview === undefined && texts.coverImagePreviewUrl === undefined
}

/**
 * A file replaces, else a named address keeps, else it is cleared. A preview that was made from the cover follows
 * the cover; one that an editor chose stays until an editor changes it.
 *
 * @param remade the preview made again from the present cover, where that is needed
 * @throws `StaleRecord` when it is needed and not there: the preview was chosen since the form was read
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

/**
 * The preview that the next form may name as though it were there: the one that the server made and this change
 * replaces. A form that is saved again and again names the same one each time.
 */
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
