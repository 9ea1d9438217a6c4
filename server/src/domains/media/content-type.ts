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

export function extensionOf(contentType: MediaContentType): string {
  return extensions[contentType]
}
