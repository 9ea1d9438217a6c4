import { maxDescriptionLength, maxNameLength } from '@earmark/contract/record-forms.ts'
import { AppError } from '../../errors.ts'

/** UTF-16 characters of a text field of a form; of those that are not listed, enough for any address. */
const maxLengths: Readonly<Record<string, number>> = {
  name: maxNameLength,
  description: maxDescriptionLength,
}
const defaultMaxLength = 2000
/** No character takes more in UTF-8; line breaks come as two and count as one. */
const maxBytesPerCharacter = 4

/**
 * The text of a part, line breaks as single `\n` (forms send CRLF for all of them).
 *
 * @throws AppError `InvalidBody` naming the field when it is too long, holds NUL or is not UTF-8
 */
export async function readText(field: string, body: AsyncIterable<Uint8Array>): Promise<string> {
  const maxLength = maxLengths[field] ?? defaultMaxLength
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of body) {
    sizeBytes += chunk.length
    if (sizeBytes > maxLength * maxBytesPerCharacter) throw tooLong(field, maxLength)
    chunks.push(chunk)
  }
  const text = decode(field, Buffer.concat(chunks)).replaceAll('\r\n', '\n')
  if (text.length > maxLength) throw tooLong(field, maxLength)
  if (text.includes('\0'))
    throw new AppError('InvalidBody', { field, description: `${field} must not hold NUL.` })
  return text
}

function decode(field: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new AppError('InvalidBody', { field, description: `${field} must be text in UTF-8.` })
  }
}

function tooLong(field: string, maxLength: number): AppError {
  return new AppError('InvalidBody', {
    field,
    description: `${field} must have at most ${maxLength} characters.`,
  })
}
