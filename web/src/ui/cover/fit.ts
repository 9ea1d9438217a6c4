import type { CoverLooks } from '@earmark/contract/fields.ts'

/** `frame` is 3:4, `own` the picture's own shape. */
export type CoverShape = 'frame' | 'own' | 'square'

export interface CoverFit {
  /** Width by height of the frame. */
  frame: number
  /** Width by height of the picture; null while unknown. */
  ratio: number | null
  fit: 'full' | 'wide' | 'tall' | 'unknown'
}

/** The share of a side that may be cut off. */
const tolerance = 0.03
/** The limits of an own shape in a page's head. */
const ownLimits = { least: 0.6, most: 1.8 }

export function coverFit(shape: CoverShape, looks: Partial<CoverLooks>): CoverFit {
  const { coverWidth, coverHeight } = looks
  const ratio = coverWidth && coverHeight ? coverWidth / coverHeight : null
  const frame = frameOf(shape, ratio)
  if (ratio === null) return { frame, ratio, fit: 'unknown' }
  if (Math.min(ratio / frame, frame / ratio) >= 1 - tolerance) return { frame, ratio, fit: 'full' }
  return { frame, ratio, fit: ratio > frame ? 'wide' : 'tall' }
}

function frameOf(shape: CoverShape, ratio: number | null): number {
  if (shape === 'square') return 1
  if (shape === 'frame' || ratio === null) return 3 / 4
  return Math.min(Math.max(ratio, ownLimits.least), ownLimits.most)
}
