// Draws the covers that are missing as WebP, 900 × 1200 or 900 × 900; --all draws every one again: node sample/make/draw.ts [--all]
// Debian package for the lettering: fonts-vollkorn (4.105). Needs sharp, which the server has as a dependency.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { bookCovers } from './book-covers.ts'
import { sampleFolder } from './catalogue.ts'
import type { Cover } from './cover.ts'
import { episodeCovers } from './episode-covers.ts'
import { assertFits, letter } from './lettering.ts'
import { box, fill, height, width } from './motifs.ts'
import { podcastCovers } from './podcast-covers.ts'

const mostBytes = 60_000
const qualities = [84, 76, 68, 60, 50]

mkdirSync(join(sampleFolder, 'covers'), { recursive: true })
const again = process.argv.includes('--all')
for (const cover of [...bookCovers, ...podcastCovers, ...episodeCovers]) {
  const file = join(sampleFolder, 'covers', `${cover.slug}.webp`)
  if (again || !existsSync(file)) await render(cover, file)
}

async function render(cover: Cover, file: string): Promise<void> {
  for (const block of cover.lettering) await assertFits(block, cover.slug)
  const picture = await lightEnough(Buffer.from(draw(cover)))
  if (!picture) throw new Error(`${cover.slug} weighs more than ${mostBytes} bytes at the least quality`)
  writeFileSync(file, picture)
}

async function lightEnough(drawing: Buffer): Promise<Buffer | undefined> {
  for (const quality of qualities) {
    const picture = await sharp(drawing).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (picture.length <= mostBytes) return picture
  }
}

function draw({ ground, art, lettering, square }: Cover): string {
  const tall = square ? width : height
  const page = box(0, 0, width, tall, fill(ground))
  const drawing = `<g transform="translate(0 ${tall - height})">${art}</g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${tall}" viewBox="0 0 ${width} ${tall}">${page}${drawing}${lettering.map(letter).join('')}</svg>`
}
