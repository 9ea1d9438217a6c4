import { randomBytes } from 'node:crypto'
import { extensionOf, type MediaContentType } from './content-type.ts'

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

export function mediaKeyOf(file: string): string | null {
  return fileForm.exec(file)?.[1] ?? null
}
