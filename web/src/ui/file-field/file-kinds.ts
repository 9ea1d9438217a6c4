/**
 * What may be chosen for a field. Names and declared types are looked at only to refuse at once what is plainly
 * something else; what a file really is, the server finds in its bytes.
 */
export interface FileKind {
  readonly noun: 'image' | 'audio file'
  readonly accept: string
  readonly types: RegExp
  readonly endings: RegExp
  /** For people. */
  readonly formats: string
}

export const imageKind: FileKind = {
  noun: 'image',
  accept: 'image/*',
  types: /^image\/(jpeg|png|webp|avif|gif)$/,
  endings: /\.(jpe?g|png|webp|avif|gif)$/i,
  formats: 'JPEG, PNG, WebP, AVIF or GIF',
}

export const audioKind: FileKind = {
  noun: 'audio file',
  // Some systems know no type for these endings, and others call them video.
  accept: 'audio/*,.mp3,.m4a,.m4b,.aac,.ogg,.oga,.opus,.flac,.wav,.webm',
  types: /^audio\//,
  endings: /\.(mp3|m4a|m4b|mp4|aac|ogg|oga|opus|flac|wav|webm)$/i,
  formats: 'MP3, M4A, M4B, AAC, Ogg, Opus, FLAC, WAV or WebM',
}

/** Why a file cannot be taken; nothing when it can. */
export function refusalOf(kind: FileKind, { name, size, type }: File): string | undefined {
  if (size === 0) return `“${name}” is empty.`
  if (kind.types.test(type) || kind.endings.test(name)) return undefined
  return `“${name}” cannot be taken. Choose an ${kind.noun}: ${kind.formats}.`
}

const units = ['bytes', 'KB', 'MB', 'GB'] as const

/** A file's size for people, in powers of 1000 as file managers show it: `31 KB`, `4.2 MB`. */
export function formatSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const amount = bytes / 1000 ** power
  return `${amount < 10 && power > 1 ? amount.toFixed(1) : Math.round(amount)} ${units[power]}`
}
