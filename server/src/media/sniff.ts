/** The MIME type by content (`file-type`); undefined when unknown. */
export async function sniffType(source: string | Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer, fileTypeFromFile } = await import('file-type')
  const found = await (typeof source === 'string' ? fileTypeFromFile(source) : fileTypeFromBuffer(source))
  return found?.mime.replace(/;.*/, '')
}
