import { withoutSignature } from '@earmark/contract/media-addresses.ts'
import type { FileChoice } from '../../../ui/file-field/file-kinds.ts'
import { isAudioStored } from './audio-values.ts'
import { fieldsOf, keptFields } from './field-values.ts'
import { type EditedRecord, type RecordValues, valuesOf } from './record-values.ts'

/** Whether a version is the result of saving these values over an earlier one. */
export function isOutcome(now: EditedRecord, values: RecordValues, over: EditedRecord): boolean {
  if (now.updatedAt === over.updatedAt) return false
  const found = valuesOf(now)
  const before = valuesOf(over)
  // A cleared time is the server's to choose.
  const publishedAt = values.publishedAt || found.publishedAt
  return (
    Number(found.number) === Number(values.number) &&
    found.name === values.name.trim() &&
    JSON.stringify(fieldsOf(now)) === JSON.stringify(keptFields({ ...values, publishedAt })) &&
    found.description === values.description.trim().replaceAll(/\r\n?/g, '\n') &&
    isAudioStored(found.audio, values.audio, before.audio) &&
    isStoredAs(found.coverImage, values.coverImage, before.coverImage) &&
    (isMadeFromCover(values) ||
      isStoredAs(found.coverImagePreview, values.coverImagePreview, before.coverImagePreview))
  )
}

/** A stored new file has a new address. */
function isStoredAs(found: FileChoice, sent: FileChoice, before: FileChoice): boolean {
  if (sent.kind === 'none') return found.kind === 'none'
  if (found.kind !== 'stored') return false
  const isOf = ({ url }: { url: string }) => withoutSignature(url) === withoutSignature(found.url)
  if (sent.kind === 'stored') return isOf(sent)
  return before.kind !== 'stored' || !isOf(before)
}

function isMadeFromCover({ coverImage, coverImagePreview }: RecordValues): boolean {
  return coverImage.kind !== 'none' && coverImagePreview.kind !== 'chosen'
}
