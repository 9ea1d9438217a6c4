import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useToasts } from '../../../ui/toast/toasts.ts'
import { forgetSession, signIn } from '../../auth/index.ts'
import type { Player } from '../audio/player.ts'
import { createFakePlayer, type FakeAudio, tokenOf } from '../audio/testing/fake-player.ts'
import { newTrack, sources } from '../reducer/testing/tracks.ts'
import { emptyQueue, offerQueueUndo } from './undo.ts'

const [a, b, c] = [newTrack('a'), newTrack('b'), newTrack('c')] as const

let player: Player
let audio: FakeAudio
let stop: () => void

beforeEach(() => {
  useToasts.setState({ shown: [] })
  ;({ player, audio } = createFakePlayer())
  stop = offerQueueUndo(player)
})

afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

const state = () => player.store.getState()

function arrive(): void {
  audio.arrive()
  audio.settle()
}

function undo(): void {
  const [toast] = useToasts.getState().shown
  expect(toast).toMatchObject({ durationMilliseconds: 20_000, action: { label: 'Undo' } })
  toast?.action?.run()
  arrive()
}

test('a queue put together by hand comes back as it was, where it was and sounding', () => {
  player.play(b, [a, b])
  player.add([c])
  arrive()
  player.send({ type: 'seek', position: 20 })
  player.play(c)
  arrive()
  expect(useToasts.getState().shown).toMatchObject([{ message: 'The queue was replaced' }])
  undo()
  expect(sources(state().queue)).toEqual(['a', 'b', 'c'])
  expect(state()).toMatchObject({ byHand: true, playing: true })
  expect([audio.src, player.position()]).toEqual(['b', 20])
})

test('a queue that came with what was played is replaced without a word', () => {
  player.play(b, [a, b])
  player.play(c)
  expect(useToasts.getState().shown).toEqual([])
})

test('what Remove all took comes back, silent if it was', () => {
  player.play(b, [a, b])
  arrive()
  player.pause()
  arrive()
  emptyQueue(player)
  expect(useToasts.getState().shown).toMatchObject([{ message: 'The queue was emptied' }])
  expect(state().queue).toEqual([])
  undo()
  expect(sources(state().queue)).toEqual(['a', 'b'])
  expect(state()).toMatchObject({ byHand: false, playing: false })
})

test('nobody else gets what somebody has removed', () => {
  player.play(a)
  emptyQueue(player)
  signIn({ accessToken: tokenOf('ada'), refreshToken: 'r' })
  expect(useToasts.getState().shown).toEqual([])
  forgetSession()
})
