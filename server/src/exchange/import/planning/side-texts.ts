import { closeSync, openSync, readSync } from 'node:fs'
import { sideFileKind } from '@earmark/contract/planner/file-names.ts'
import type { PlanFile } from '../plan-files.ts'
import type { SideTexts } from './plan-folder.ts'
import type { ChaptersText } from './side-chapters.ts'

const maxTextBytes = 1024 ** 2

/**
 * Reads the side files that say something, as far as they are there and not too long.
 *
 * @param placeOf where a file lies
 */
export function readSideTexts(
  files: readonly PlanFile[],
  placeOf: (file: PlanFile) => string | Buffer,
): SideTexts {
  const fields = new Map<string, string>()
  const chapters: ChaptersText[] = []
  for (const file of files) {
    const { path, sizeBytes, sound, isMissing } = file
    if (sound || isMissing || sizeBytes > maxTextBytes) continue
    const kind = sideFileKind(path)
    const text = kind === undefined ? null : readText(placeOf(file))
    if (text === null) continue
    if (kind === 'Chapters' || kind === 'Cue') chapters.push({ path, text })
    else fields.set(path, text)
  }
  return { fields, chapters }
}

function readText(place: string | Buffer): string | null {
  let file: number
  try {
    file = openSync(place, 'r')
  } catch {
    // It has gone, or this user may not read it: the other sources speak.
    return null
  }
  try {
    const bytes = Buffer.alloc(maxTextBytes + 1)
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, null)
    return length > maxTextBytes ? null : decodeText(bytes.subarray(0, length))
  } catch {
    return null
  } finally {
    closeSync(file)
  }
}

/** By its mark; else UTF-8, or what Windows wrote in western Europe. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
