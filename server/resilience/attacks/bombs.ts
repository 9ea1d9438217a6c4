import type { ErrorCode } from '@earmark/contract/errors.ts'

/** A small file that wants to become a large one, or to keep whoever reads it busy for ever. */
export interface Bomb {
  readonly what: string
  readonly content: () => Buffer | Promise<Buffer>
  /** What it is answered with; `taken` where it is in truth harmless. */
  readonly answer: Extract<ErrorCode, 'UnsupportedMedia' | 'BrokenMedia' | 'FileTooLarge'> | 'taken'
}

export type BombLine = readonly [what: string, content: Bomb['content'], answer: Bomb['answer']]

export function bombsOf(lines: readonly BombLine[]): readonly Bomb[] {
  return lines.map(([what, content, answer]) => ({ what, content, answer }))
}

export const megabyte = 1_000_000

/** The same bytes again and again, given themselves or in hexadecimal. */
export function repeat(one: string | Buffer, times: number): Buffer {
  const bytes = typeof one === 'string' ? Buffer.from(one.replaceAll(' ', ''), 'hex') : one
  return Buffer.alloc(bytes.length * times, bytes)
}

/** Files of kinds that nobody takes, as hostile as they can be. */

/** An archive of nothing (PKWARE APPNOTE, 4.3.16). */
export function archive(): Buffer {
  return Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])
}

/** A Windows film whose header objects have no size: whoever walks through them stays where it is. */
export function asfRound(): Buffer {
  const head = '3026b2758e66cf11a6d900aa0062ce6c1e00000000000000010000000102'
  return Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(5000)])
}

/** XML whose one text is a gigabyte of laughs (XML 1.0, 4.4). */
export function billionLaughs(root: string): string {
  const levels = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
  )
  return `<?xml version="1.0"?><!DOCTYPE ${root} [<!ENTITY l0 "ha">${levels.join('')}]><${root}>&l9;</${root}>`
}
