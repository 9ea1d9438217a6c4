import type { Listener } from './listeners.ts'

/** What the program of many players is asked for, and what it answers. */
export interface PlayersJob {
  readonly port: number
  readonly recordings: readonly Recording[]
  readonly listeners: readonly Listener[]
  readonly seconds: number
  /** Over how many seconds they come. */
  readonly arrivalSeconds: number
  /** Of each so many seconds, everybody jumps about in the last ones. */
  readonly stormEverySeconds: number
  readonly stormSeconds: number
}

export interface Recording {
  readonly url: string
  readonly number: number
  readonly sizeBytes: number
}

export interface Spread {
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly worst: number
}

export interface PlayersReport {
  /** From asking to the first byte of the sound, in milliseconds. */
  readonly firstByteMs: Spread
  /** From asking until a saved place is acknowledged. */
  readonly savedMs: Spread
  /** By how much the program itself was late; it cannot tell shorter times than that of the server. */
  readonly lagMs: Spread
  /** How often a listener heard nothing because nothing had come. */
  readonly stalls: number
  /** Those of them when the program itself was late. */
  readonly ownStalls: number
  readonly jumps: number
  /** Streams that the server ended before their end. */
  readonly cuts: number
  readonly bytes: number
  readonly heardSeconds: number
  readonly processorSeconds: number
  /** What should not have been answered, by how often. */
  readonly surprises: Readonly<Record<string, number>>
}
