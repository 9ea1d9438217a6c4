/** Pitches that tell the second of an hour. */
export interface Tones {
  readonly fastHz: number
  readonly slowHz: number
}

/** The fast tone rises from its pitch and begins again after `seconds`; the slow one rises for an hour. */
export const sweep = { seconds: 125, fastHz: 300, fastRise: 20, slowHz: 3200, slowRise: 0.8 }
