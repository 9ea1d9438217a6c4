import type { Lettering } from './lettering.ts'

/** `square`: without the upper quarter, as podcasts' covers are; its art is drawn for the whole height all the same. */
export type Cover = { slug: string; ground: string; art: string; lettering: Lettering[]; square?: true }

const margin = 72

export function title(lines: string[], colour: string, size = 112, firstBaseline = 60 + size): Lettering {
  return { lines, x: margin, firstBaseline, size, colour, weight: 600, leading: 1.02 }
}

export function byline(text: string, colour: string, baseline = 1132): Lettering {
  return { lines: [text], x: margin, firstBaseline: baseline, size: 38, colour, weight: 500, italic: true }
}

export function series(text: string, colour: string): Lettering {
  return { lines: [text], x: margin, firstBaseline: 112, size: 44, colour, weight: 500, italic: true }
}
