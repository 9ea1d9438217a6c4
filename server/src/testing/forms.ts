import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Files for the forms of the back office. */

const fixtures = join(import.meta.dirname, '../media/fixtures')

/** A picture of one colour. */
export async function pictureFile(color: string): Promise<Blob> {
  const { default: sharp } = await import('sharp')
  const image = sharp({ create: { width: 60, height: 80, channels: 3, background: color } })
  return new Blob([new Uint8Array(await image.png().toBuffer())])
}

/** A picture that no compression makes small. */
export async function noisyPicture(side: number): Promise<Blob> {
  const { default: sharp } = await import('sharp')
  const raw = { width: side, height: side, channels: 3 } as const
  const image = sharp(randomBytes(side * side * 3), { raw })
  return new Blob([new Uint8Array(await image.png().toBuffer())])
}

/** A short tone, by the type of its file. */
export async function audioFile(type = 'mp3'): Promise<Blob> {
  return new Blob([new Uint8Array(await readFile(join(fixtures, `tone.${type}`)))])
}
