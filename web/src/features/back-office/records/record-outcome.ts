import type { FileChoice } from '../../../ui/file-field/file-kinds.ts'
import { type EditedRecord, type RecordValues, valuesOf } from './record-values.ts'

/** Whether a version is the result of saving these values over an earlier one. */
export function isOutcome(now: EditedRecord, values: RecordValues, over: EditedRecord): boolean {
  if (now.updatedAt === over.updatedAt) return false
  const found = valuesOf(now)
  const before = valuesOf(over)
  return (
    Number(found.number) === Number(values.number) &&
    found.name === values.name.trim() &&
    found.description === values.description.trim().replaceAll(/\r\n?/g, '\n') &&
    isStoredAs(found.audio, values.audio, before.audio) &&
    isStoredAs(found.coverImage, values.coverImage, before.coverImage) &&
    (isMadeFromCover(values) ||
      isStoredAs(found.coverImagePreview, values.coverImagePreview, before.coverImagePreview))
  )
}

/** A stored new file has a new address. */
function isStoredAs(found: FileChoice, sent: FileChoice, before: FileChoice): boolean {
  if (sent.kind === 'none') return found.kind === 'none'
  if (found.kind !== 'stored') return false
  if (sent.kind === 'stored') return found.url === sent.url
  return before.kind !== 'stored' || before.url !== found.url
}

function isMadeFromCover({ coverImage, coverImagePreview }: RecordValues): boolean {
  return coverImage.kind !== 'none' && coverImagePreview.kind !== 'chosen'
}
