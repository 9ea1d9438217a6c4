/** The tags of an audio file. Their reader is large, and loaded only once a file was chosen. */
export interface FileTags {
  title?: string | undefined
  album?: string | undefined
  cover?: File | undefined
}

const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

/** Empty for a file that cannot be read; the server decides whether it is valid. */
export async function readTags(file: File): Promise<FileTags> {
  try {
    const { parseBlob, selectCover } = await import('music-metadata')
    const { common } = await parseBlob(file, { skipPostHeaders: true })
    const picture = selectCover(common.picture)
    return { title: textOf(common.title), album: textOf(common.album), cover: coverOf(picture) }
  } catch {
    return {}
  }
}

function textOf(text: string | undefined): string | undefined {
  return text?.replaceAll('\0', '').trim() || undefined
}

function coverOf(picture: { format: string; data: Uint8Array } | null): File | undefined {
  if (picture === null) return undefined
  const { format, data } = picture
  const type = format === 'image/jpg' ? 'image/jpeg' : format
  const ending = endings[type]
  return ending && data.length > 0 ? new File([data.slice()], `cover.${ending}`, { type }) : undefined
}
