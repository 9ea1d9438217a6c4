import type { Sink } from './operation-sinks.ts'

/** In the long form every string goes into every place. */
export const isProof = process.env.ATTACKS === 'all'

/** In the suite each string is tried wherever files are looked for, and elsewhere as many as `share` in each place. */
export function dealOut(
  sinks: readonly Sink[],
  strings: readonly string[],
  share: number,
): [sink: Sink, text: string][] {
  return sinks.flatMap((sink, place) => {
    const mine = Array.from({ length: share }, (_, turn) => strings[(place * share + turn) % strings.length])
    const chosen = isProof || sink.isFile ? strings : (mine as string[])
    return chosen.map((text): [Sink, string] => [sink, text])
  })
}
