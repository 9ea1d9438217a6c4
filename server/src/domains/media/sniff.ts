import { AppError } from '../../http/errors.ts'

/**
 * The type of a file by its content, as `file-type` names it.
 *
 * @throws AppError `BrokenMedia` when it is empty, `UnsupportedMedia` when it is nothing known
 */
export async function sniffType(path: string, sizeBytes: number): Promise<string> {
  if (sizeBytes === 0) throw new AppError('BrokenMedia', { description: 'The file is empty.' })
  const { fileTypeFromFile } = await import('file-type')
  const found = await fileTypeFromFile(path)
  if (!found) throw new AppError('UnsupportedMedia')
  return found.mime.replace(/;.*/, '')
}
