import { readStored, writeStored } from './browser-storage.ts'

const uuidForm = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** A random UUID from random bytes: `crypto.randomUUID` exists on https and localhost only. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

let known: string | undefined

/** This browser's id, made at the first call and kept. */
export function deviceId(): string {
  if (known === undefined) {
    const stored = readStored('deviceId')
    known = stored !== null && uuidForm.test(stored) ? stored : randomUuid()
    writeStored('deviceId', known)
  }
  return known
}
