import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeServer } from '../../../testing/fake-server.ts'
import { useSession } from '../../auth/stored-session.ts'
import type { Player } from '../audio/player.ts'
import { createFakePlayer, type FakeAudio } from '../audio/testing/fake-player.ts'
import { newTrack } from '../reducer/testing/tracks.ts'
import { answerPlaceOffer, offerPlaces, usePlaceOffer } from './place-offer.ts'

let player: Player
let audio: FakeAudio
let stop: () => void
let server: FakeServer

const offer = {
  id: 7,
  audioBookId: 4,
  podcastId: null,
  podcastEpisodeId: null,
  positionSeconds: 724,
  finished: false,
  deviceName: 'AntennaPod on Pixel',
  offeredAt: '2026-01-01T00:00:00.000Z',
}
const book = { ...newTrack('a'), recording: { kind: 'audio-book' as const, id: 4 } }
const offered = () => usePlaceOffer.getState().offered

beforeEach(() => {
  server = new FakeServer({ 'GET /place-offers/me': [offer] })
  useSession.setState({ signedIn: true })
  ;({ player, audio } = createFakePlayer())
  Object.assign(audio, { duration: 3600 })
  stop = offerPlaces(player)
})

afterEach(() => {
  stop()
  useSession.setState({ signedIn: false })
  vi.unstubAllGlobals()
})

function play(track: Parameters<Player['play']>[0]): void {
  player.play(track)
  audio.arrive()
  audio.settle()
}

test('a place of an app is offered in its recording, and taken', async () => {
  play(book)
  await expect.poll(() => offered()).toEqual(offer)
  answerPlaceOffer(player, 'there')
  expect([player.position(), offered()]).toEqual([724, null])
  await expect.poll(() => server.heard).toContain('DELETE /place-offers/me/7')
})

test('it is left without moving the player, and goes with the track', async () => {
  play(book)
  await expect.poll(() => offered()).toEqual(offer)
  answerPlaceOffer(player, 'here')
  expect(player.position()).toBe(0)
  play(newTrack('b'))
  await expect.poll(() => server.heard.filter((one) => one.startsWith('GET'))).toHaveLength(2)
  expect(offered()).toBeNull()
})

test('it is offered in a recording that played before this code had come', async () => {
  stop()
  play(book)
  stop = offerPlaces(player)
  await expect.poll(() => offered()).toEqual(offer)
})

test('visitors are asked for none', () => {
  useSession.setState({ signedIn: false })
  play(book)
  expect(server.heard).toEqual([])
})
