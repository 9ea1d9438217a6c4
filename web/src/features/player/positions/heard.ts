import { listProgress, type Progress } from '@earmark/contract/positions.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { apiQuery } from '../../../lib/query-client.ts'
import { useSession } from '../../auth/index.ts'
import { listPositions, onPositionChange } from './store.ts'

/** What a listener has heard of a podcast, by the ids of its episodes. */
export interface Heard {
  readonly finished: ReadonlySet<number>
  /** Not finished; the latest first. */
  readonly begun: ReadonlySet<number>
  /** Heard last; null for none. */
  readonly latest: number | null
}

type State = 'finished' | 'begun' | 'unplayed'

/** By the positions of this browser, and the account's, which may be more; renders when one begins or ends. */
export function useHeard(podcastId: number): Heard {
  const { signedIn } = useSession()
  const { data } = useQuery({ ...apiQuery(listProgress, {}), enabled: signedIn })
  const local = useSyncExternalStore(onPositionChange, () => JSON.stringify(localStates(podcastId)))
  return useMemo(
    () => heardOf([...(JSON.parse(local) as [number, State][]), ...accountStates(podcastId, data ?? [])]),
    [local, data, podcastId],
  )
}

/** The latest first. */
function localStates(podcastId: number): [number, State][] {
  return listPositions().flatMap(({ recording, finished, position }) =>
    recording.kind === 'episode' && recording.podcastId === podcastId
      ? [[recording.id, stateOf(finished, position)]]
      : [],
  )
}

function accountStates(podcastId: number, progress: readonly Progress[]): [number, State][] {
  return progress.flatMap((one) =>
    one.podcastId === podcastId && one.podcastEpisodeId !== null
      ? [[one.podcastEpisodeId, stateOf(one.finished, one.positionSeconds)]]
      : [],
  )
}

function stateOf(finished: boolean, position: number): State {
  if (finished) return 'finished'
  return position > 0 ? 'begun' : 'unplayed'
}

/** Of several states of an episode the first counts. */
export function heardOf(states: readonly (readonly [number, State])[]): Heard {
  const known = new Map<number, State>()
  for (const [id, state] of states) if (!known.has(id)) known.set(id, state)
  const those = (state: State) => [...known].flatMap(([id, its]) => (its === state ? [id] : []))
  const [latest] = [...known].find(([, state]) => state !== 'unplayed') ?? []
  return { finished: new Set(those('finished')), begun: new Set(those('begun')), latest: latest ?? null }
}
