import { randomUUID } from 'node:crypto'
import type { Program } from '../crash/crash-program.ts'

/** Medians in milliseconds, of the answers and of whatever is asked right after. */
export interface AnswerTimes {
  readonly known: number
  readonly unknown: number
  readonly afterKnown: number
  readonly afterUnknown: number
  /** By how much the medians of the same thing differ: what is left of a busy machine. */
  readonly noise: number
}

/** Asks for known and unknown addresses in turn. */
export async function measureTimes(
  program: Program,
  path: string,
  known: readonly string[],
  bodyOf: (email: string) => object,
): Promise<AnswerTimes> {
  const times = { known: [] as number[], unknown: [] as number[] }
  const after = { known: [] as number[], unknown: [] as number[] }
  for (const [place, email] of known.entries()) {
    const inTurn = [
      ['known', email],
      ['unknown', `${randomUUID()}@example.org`],
    ] as const
    // Whoever comes second pays for what the first one has left to do: each is second as often.
    for (const [whose, address] of place % 2 === 0 ? inTurn : inTurn.toReversed()) {
      times[whose].push(await timeOf(program, 'POST', path, bodyOf(address)))
      after[whose].push(await timeOf(program, 'GET', '/api/positions/me'))
    }
  }
  return {
    known: middle(times.known),
    unknown: middle(times.unknown),
    afterKnown: middle(after.known),
    afterUnknown: middle(after.unknown),
    noise: Math.max(noiseOf(times.known), noiseOf(times.unknown)),
  }
}

/** Of every second pair of pairs, since those of a pair differ in who was first. */
function noiseOf(values: readonly number[]): number {
  const half = (which: number) => values.filter((_, place) => Math.floor(place / 2) % 2 === which)
  return Math.abs(middle(half(0)) - middle(half(1)))
}

async function timeOf(program: Program, method: string, path: string, body?: object): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-deviceid': randomUUID() }
  const sent = body && { body: Buffer.from(JSON.stringify(body)) }
  const begun = performance.now()
  await program.call({ method, path, headers, ...sent })
  return performance.now() - begun
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
}
