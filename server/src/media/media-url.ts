import { randomBytes } from 'node:crypto'
import { extensionOf, type MediaContentType } from './content-type.ts'

const keyBytes = 16
const fileForm = /^([\w-]{22})\.([a-z0-9]{3,4})$/

/** A key of 128 random bits, base64url. */
export function makeMediaKey(): string {
  return randomBytes(keyBytes).toString('base64url')
}

/** The public path of a medium, below the server's root. */
export function mediaUrl(key: string, contentType: string): string {
  return `/media/${mediaFile(key, contentType)}`
}

export function mediaFile(key: string, contentType: string): string {
  return `${key}.${extensionOf(contentType as MediaContentType)}`
}

/** Null when the file name of a media address is malformed. */
export function mediaKeyOf(file: string): string | null {
  return fileForm.exec(file)?.[1] ?? null
}
