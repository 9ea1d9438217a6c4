import { load } from '../../../lib/query-client.ts'
import { type Player, together } from '../audio/player.ts'
import type { PlayerState } from '../reducer/state.ts'
import { nextStart, previousStart } from './chapter-times.ts'
import { chaptersOf } from './queries.ts'

const freshMilliseconds = 60_000
const retryMilliseconds = 30_000
/** Longer than the time between two ticks. */
const armedMilliseconds = 1000

/** By chapter, then by track of the queue. */
export function step(player: Player, steps: 1 | -1): void {
  const { chapters } = player.store.getState()
  const position = (steps > 0 ? nextStart : previousStart)(chapters, player.position())
  if (position !== null) player.send({ type: 'seek', position })
  else if (steps > 0) player.next()
  else player.previous()
}

/** Fetches the chapters of what sounds; without an answer again while it sounds. */
export function followChapters(player: Player): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  function ask(state: PlayerState): void {
    clearTimeout(timer)
    const track = player.track()
    if (track === null || track.chaptersCount === 0 || state.chapters.length > 0 || !sounds(state)) return
    const { recording } = track
    load(chaptersOf(recording), freshMilliseconds).then(
      ({ chapters }) => player.send({ type: 'chapters-known', recording, chapters }),
      () => {
        timer = setTimeout(() => ask(player.store.getState()), retryMilliseconds)
      },
    )
  }

  ask(player.store.getState())
  return together(
    () => clearTimeout(timer),
    player.store.subscribe((state, before) => {
      if (sounds(state) && !(sounds(before) && state.load === before.load)) ask(state)
    }),
    stopOnBoundary(player),
  )
}

/** Tells the end of a clip, or of a chapter that the sleep timer waits for, in its moment, not with the next tick behind it. */
function stopOnBoundary(player: Player): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  const stop = player.positions.subscribe(({ position }) => {
    clearTimeout(timer)
    const { speed, load, ...state } = player.store.getState()
    const end = nextStop(state, position)
    const milliseconds =
      end === null ? Number.POSITIVE_INFINITY : Math.ceil(((end - position) / speed) * 1000)
    if (end === null || milliseconds > armedMilliseconds) return
    timer = setTimeout(() => {
      const now = player.store.getState()
      if (sounds(now) && now.load === load) player.send({ type: 'tick', position: end })
    }, milliseconds)
  })
  return together(stop, () => clearTimeout(timer))
}

/** Null for none. */
function nextStop(
  { sleep, chapters, visit }: Pick<PlayerState, 'sleep' | 'chapters' | 'visit'>,
  position: number,
): number | null {
  const ends = [
    sleep?.kind === 'chapters' ? nextStart(chapters, position) : null,
    visit === null || visit.stopped ? null : visit.endSeconds,
  ].filter((end) => end !== null && end > position)
  return ends.length === 0 ? null : Math.min(...(ends as number[]))
}

function sounds({ playing, waiting }: PlayerState): boolean {
  return playing && !waiting
}
