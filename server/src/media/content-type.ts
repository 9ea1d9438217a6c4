/**
 * What the library holds and serves: content types and the endings of their addresses. The content decides the
 * type; the ending only tells players and download dialogs what to expect.
 */
const extensions = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/wav': 'wav',
  'audio/webm': 'webm',
  'image/webp': 'webp',
} as const

export type MediaContentType = keyof typeof extensions

/**
 * The version of the reader of each type. Counted up when lengths, or colours and placeholders, are found out in another
 * way than before: then what an older version has read is read again (`domains/rereading`).
 */
export const readerVersions: Readonly<Record<MediaContentType, number>> = {
  'audio/mpeg': 1,
  'audio/mp4': 1,
  'audio/aac': 1,
  'audio/ogg': 1,
  'audio/flac': 1,
  'audio/wav': 1,
  'audio/webm': 1,
  'image/webp': 1,
}

export function extensionOf(contentType: MediaContentType): string {
  return extensions[contentType]
}
