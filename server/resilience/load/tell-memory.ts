/**
 * Loaded into the program before it starts, by `--import`: at SIGUSR2 it collects all garbage and says in one line what
 * it holds then, and by how much its event loop was held up at the most since it last said so.
 */

export interface Held {
  /** Bytes of what lives on V8's heap. */
  readonly heapUsed: number
  /** Bytes that belong to objects of the heap: buffers, and what SQLite and others hold for them. */
  readonly external: number
  /** What keeps the process busy, by kind. */
  readonly handles: Readonly<Record<string, number>>
  /** Milliseconds of the processor within the event loop's longest delay, which the collection is no part of. */
  readonly longestDelayMs: number
}

export const heldSign = 'holds '

let longestDelayMs = 0
let usedBefore = process.threadCpuUsage()

function noteDelay(): void {
  const { user, system } = process.threadCpuUsage(usedBefore)
  longestDelayMs = Math.max(longestDelayMs, (user + system) / 1000)
  usedBefore = process.threadCpuUsage()
}

setInterval(noteDelay, 1).unref()

process.on('SIGUSR2', () => {
  noteDelay()
  // The first one finds out what has to be finalized, the second one takes that away.
  for (let time = 0; time < 2; time += 1) globalThis.gc?.({ type: 'major', execution: 'sync' })
  const { heapUsed, external } = process.memoryUsage()
  const handles: Record<string, number> = {}
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1
  const held: Held = { heapUsed, external, handles, longestDelayMs }
  process.stdout.write(`${heldSign}${JSON.stringify(held)}\n`)
  longestDelayMs = 0
  usedBefore = process.threadCpuUsage()
})
