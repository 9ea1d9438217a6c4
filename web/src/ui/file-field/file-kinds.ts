import { audioFormats, type FileFormats, imageFormats } from '@earmark/contract/record-forms.ts'

/** The files that a field takes, by name and declared type; the server checks their bytes. */
export interface FileKind extends FileFormats {
  readonly noun: 'image' | 'audio file'
  /** Of the file dialog. */
  readonly accept: string
}

export const imageKind: FileKind = { ...imageFormats, noun: 'image', accept: 'image/*' }

export const audioKind: FileKind = {
  ...audioFormats,
  noun: 'audio file',
  // Some systems know no type for these extensions, and others call them video.
  accept: ['audio/*', ...audioFormats.extensions.map((extension) => `.${extension}`)].join(','),
}

/** Why a file cannot be taken; nothing when it can. */
export function refusalOf(kind: FileKind, { name, size, type }: File): string | undefined {
  if (size === 0) return `“${name}” is empty.`
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (kind.types.test(type) || kind.extensions.includes(extension)) return undefined
  return `“${name}” cannot be taken. Choose an ${kind.noun}: ${kind.names}.`
}

const units = ['bytes', 'KB', 'MB', 'GB'] as const

/** A file's size for people, in powers of 1000 as file managers show it: `31 KB`, `4.2 MB`. */
export function formatSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const amount = bytes / 1000 ** power
  return `${amount < 10 && power > 1 ? amount.toFixed(1) : Math.round(amount)} ${units[power]}`
}

/** The value of a file field; a chosen file replaces the stored one. */
export type FileChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'stored'; readonly url: string }
  | { readonly kind: 'chosen'; readonly file: File }

export const noFile: FileChoice = { kind: 'none' }

export function storedFile(url: string | null | undefined): FileChoice {
  return url ? { kind: 'stored', url } : noFile
}
