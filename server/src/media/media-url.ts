import { randomBytes } from 'node:crypto'
import { extensionOf, type MediaContentType } from './content-type.ts'

const keyBytes = 16
const fileForm = /^([\w-]{22})\.([a-z0-9]{3,4})$/

/** An unguessable key: 128 random bits, base64url. */
export function makeMediaKey(): string {
  return randomBytes(keyBytes).toString('base64url')
}

/** The public address of a record's media field, below the server's root: the one place where it is made. */
export function mediaUrl(key: string, contentType: string): string {
  return `/media/${mediaFile(key, contentType)}`
}

/** The last part of the address. */
export function mediaFile(key: string, contentType: string): string {
  return `${key}.${extensionOf(contentType as MediaContentType)}`
}

/** The key in the last part of a media address; null when it has not the form of one. */
export function mediaKeyOf(file: string): string | null {
  return fileForm.exec(file)?.[1] ?? null
}
