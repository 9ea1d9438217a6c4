import type { Player } from './player.ts'
import { currentTrack, isActive, type PlayerState } from './state.ts'
import { loaded, type Rules, type Transition, unchanged } from './steps.ts'

/** Before each further try at the same place. What is there again within a quarter of a minute is not missed. */
export const retryAfterSeconds = [0.25, 0.5, 1, 2, 3, 4, 4] as const

/** Nobody has got on by less: it is the same place. */
const samePlaceSeconds = 5

/**
 * A sound that breaks off in the middle is taken up again where it was, quietly: a server that is started anew or a
 * network that changes is no reason to stop listening. Only what breaks again and again at one place is a failure, as is
 * what cannot be had from the first.
 */
export function withRetries(rules: Rules): Rules {
  return (state, event, recall) => {
    switch (event.type) {
      case 'broken':
        return interrupted(state, event.position) ?? settled(rules(state, event, recall))
      case 'retry':
        return event.load === state.load ? retried(state) : unchanged(state)
      default: {
        const next = rules(state, event, recall)
        return next.state.currentId === state.currentId ? next : settled(next)
      }
    }
  }
}

/** Waits for the moment of the next try. */
export function keepTrying({ store, send }: Player): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const forget = store.subscribe(({ interruption, load }, before) => {
    if (interruption === before.interruption) return
    clearTimeout(timer)
    const seconds = retryAfterSeconds[(interruption?.tries ?? 0) - 1]
    if (seconds !== undefined) timer = setTimeout(() => send({ type: 'retry', load }), seconds * 1000)
  })
  return () => {
    clearTimeout(timer)
    forget()
  }
}

/** Null when it is a failure. */
function interrupted(state: PlayerState, position: number): Transition | null {
  const { media, interruption: last } = state
  if (media === 'nothing' || (media === 'loading' && last === null)) return null
  const at = position > 0 ? position : state.startAt
  const tries = last !== null && Math.abs(at - last.at) < samePlaceSeconds ? last.tries + 1 : 1
  if (tries > retryAfterSeconds.length) return null
  return unchanged({
    ...state,
    media: 'nothing',
    startAt: at,
    playing: false,
    starting: isActive(state),
    waiting: false,
    seeking: null,
    // Whoever pressed play meanwhile has not met a failure either.
    failed: false,
    interruption: { at, tries },
  })
}

function retried(state: PlayerState): Transition {
  const current = currentTrack(state)
  if (current === null || state.interruption === null || state.media !== 'nothing') return unchanged(state)
  return loaded(state, current, () => ({ position: state.startAt }), { play: state.starting })
}

function settled({ state, commands }: Transition): Transition {
  return { state: { ...state, interruption: null }, commands }
}
