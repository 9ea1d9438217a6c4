import { randomBytes } from 'node:crypto'
const extensions = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/wav': 'wav',
  'audio/webm': 'webm',
  'image/webp': 'webp',
  // Pictures of feeds alone.
  'image/jpeg': 'jpg',
} as const

export type MediaContentType = keyof typeof extensions

/** Raised when a type's durations, chapters, colours or placeholders are computed differently (0022). */
export const readerVersions: Readonly<Record<MediaContentType, number>> = {
  'audio/mpeg': 3,
  'audio/mp4': 2,
  'audio/aac': 3,
  'audio/ogg': 2,
  'audio/flac': 2,
  'audio/wav': 1,
  'audio/webm': 2,
  'image/webp': 1,
  'image/jpeg': 1,
}

function extensionOf(contentType: MediaContentType): string {
  return extensions[contentType]
}

export async function sniffType(source: string | Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer, fileTypeFromFile } = await import('file-type')
  const found = await (typeof source === 'string' ? fileTypeFromFile(source) : fileTypeFromBuffer(source))
  return found?.mime.replace(/;.*/, '')
}

const keyBytes = 16
const fileForm = /^([\w-]{22})\.([a-z0-9]{3,4})$/

export function makeMediaKey(): string {
  return randomBytes(keyBytes).toString('base64url')
}

export function mediaUrl(key: string, contentType: string): string {
  return `/media/${mediaFile(key, contentType)}`
}

export function mediaFile(key: string, contentType: string): string {
  return `${key}.${extensionOf(contentType as MediaContentType)}`
}

export function relayUrl(key: string, contentType: string): string {
  return `/relay/${mediaFile(key, contentType)}`
}

const audioExtensions: ReadonlySet<string> = new Set(
  Object.entries(extensions).flatMap(([type, extension]) => (type.startsWith('audio/') ? [extension] : [])),
)

/** Of a sound's file, under any type that it may have had; null for other files. */
export function audioKeyOf(file: string): string | null {
  const [, key, extension] = fileForm.exec(file) ?? []
  return key !== undefined && audioExtensions.has(extension ?? '') ? key : null
}

export function mediaKeyOf(file: string): string | null {
  return fileForm.exec(file)?.[1] ?? null
}
