import sharp from 'sharp'
import { width } from './motifs.ts'

export type Lettering = {
  lines: string[]
  x: number
  firstBaseline: number
  size: number
  colour: string
  weight?: number
  italic?: boolean
  leading?: number
}

const family = 'Vollkorn'
const leastMargin = 56

export function letter(block: Lettering): string {
  const { lines, x, firstBaseline, size, leading = 1.04 } = block
  const rows = lines.map(
    (line, index) => `<tspan x="${x}" y="${firstBaseline + index * size * leading}">${escape(line)}</tspan>`,
  )
  return `<text ${fontOf(block)} fill="${block.colour}">${rows.join('')}</text>`
}

export async function assertFits(block: Lettering, slug: string): Promise<void> {
  for (const line of block.lines) {
    const right = block.x + (await measure(line, block))
    if (right > width - leastMargin) throw new Error(`${slug}: "${line}" ends at ${right}, beyond the margin`)
  }
}

async function measure(line: string, block: Lettering): Promise<number> {
  const room = 3 * width
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${room}" height="400"><rect width="${room}" height="400" fill="#fff"/><text x="40" y="250" ${fontOf(block)}>${escape(line)}</text></svg>`
  const { info } = await sharp(Buffer.from(drawn)).trim().toBuffer({ resolveWithObject: true })
  return info.width
}

function fontOf({ size, weight = 600, italic = false }: Lettering): string {
  return `font-family="${family}" font-weight="${weight}" font-style="${italic ? 'italic' : 'normal'}" font-size="${size}"`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
