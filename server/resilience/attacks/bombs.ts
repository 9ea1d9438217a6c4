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
