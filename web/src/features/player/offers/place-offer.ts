import { listPlaceOffers, type PlaceOffer, removePlaceOffer } from '@earmark/contract/devices.ts'
import { create } from 'zustand'
import { ApiError, call } from '../../../lib/api.ts'
import { useSession } from '../../auth/index.ts'
import { type Player, together } from '../audio/player.ts'
import { currentTrack, type RecordingRef } from '../reducer/state.ts'
import { withdrawOffer } from './back-offer.ts'

/** Where a podcast app was in the present recording, behind the present position (0063); null for nowhere. */
export const usePlaceOffer = create<{ offered: PlaceOffer | null }>(() => ({ offered: null }))

/** @param where whether the player goes to the app's place */
export function answerPlaceOffer(player: Player, where: 'there' | 'here'): void {
  const { offered } = usePlaceOffer.getState()
  if (offered === null) return
  usePlaceOffer.setState({ offered: null })
  if (where === 'there') {
    // Replaces the offer of an earlier jump.
    withdrawOffer()
    player.send({ type: 'seek', position: offered.positionSeconds })
  }
  // An offer that could not be removed is made again.
  call(removePlaceOffer, { params: { id: offered.id } }).catch(ignoreRefusal)
}

/** Asks for offers when a recording is loaded, or is loaded already, and when the page is seen again. */
export function offerPlaces(player: Player): () => void {
  async function ask(): Promise<void> {
    const recording = currentTrack(player.store.getState())?.recording
    if (!recording || !useSession.getState().signedIn) return
    const offers = await call(listPlaceOffers, {}).catch(ignoreRefusal)
    const now = currentTrack(player.store.getState())?.recording
    if (now?.kind !== recording.kind || now.id !== recording.id) return
    usePlaceOffer.setState({ offered: offers?.find((offer) => isOf(offer, recording)) ?? null })
  }

  const stop = player.store.subscribe((state, before) => {
    if (state.load === before.load) return
    usePlaceOffer.setState({ offered: null })
    void ask()
  })
  const onVisible = () => {
    if (document.visibilityState === 'visible') void ask()
  }
  void ask()
  document.addEventListener('visibilitychange', onVisible)
  return together(stop, () => document.removeEventListener('visibilitychange', onVisible))
}

function isOf({ audioBookId, podcastEpisodeId }: PlaceOffer, { kind, id }: RecordingRef): boolean {
  return kind === 'audio-book' ? audioBookId === id : podcastEpisodeId === id
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error
}
