/** The type of a file by its content or how it begins, as `file-type` names it; undefined when it is nothing known. */
export async function sniffType(source: string | Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer, fileTypeFromFile } = await import('file-type')
  const found = await (typeof source === 'string' ? fileTypeFromFile(source) : fileTypeFromBuffer(source))
  return found?.mime.replace(/;.*/, '')
}
