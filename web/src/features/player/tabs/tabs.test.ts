import { afterEach, expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Player } from '../audio/player.ts'
import { createFakePlayer } from '../audio/testing/fake-player.ts'
import type { RecordingRef } from '../reducer/state.ts'
import { newTrack, sources } from '../reducer/testing/tracks.ts'
import { type Elsewhere, joinTabs } from './tabs.ts'

const [a, b] = [newTrack('a'), newTrack('b')] as const

type Tab = {
  player: Player
  playHere: () => void
  leave: () => void
  shows: () => string | undefined
  hears: () => RecordingRef | undefined
  settle: () => void
  hear: (seconds: number) => void
}

const open: Tab[] = []

function openTab(locks: LockManager | undefined): Tab {
  const { player, audio } = createFakePlayer()
  const there = createStore<Elsewhere>(() => ({ playing: null, playHere: () => {} }))
  const tab = {
    player,
    leave: joinTabs(player, there, locks),
    playHere: () => there.getState().playHere(),
    shows: () => there.getState().playing?.title,
    hears: () => there.getState().playing?.recording,
    settle() {
      audio.arrive()
      audio.settle()
    },
    hear: (seconds: number) => audio.sound(seconds),
  }
  open.push(tab)
  return tab
}

afterEach(() => {
  for (const { leave } of open.splice(0)) leave()
})

function plays({ player, settle }: Tab): boolean {
  settle()
  return player.store.getState().playing
}

it.each([
  ['with locks', navigator.locks as LockManager | undefined],
  ['without locks', undefined],
])('%s a tab that starts pauses the other, which shows what plays until it stops', async (_name, locks) => {
  const [first, second] = [openTab(locks), openTab(locks)]
  first.player.play(a)
  await expect.poll(() => second.shows()).toBe('Title of a')
  expect(plays(first)).toBe(true)

  second.player.play(b)
  await expect.poll(() => plays(first)).toBe(false)
  await expect.poll(() => first.shows()).toBe('Title of b')
  expect(plays(second)).toBe(true)
  expect(second.shows()).toBeUndefined()

  second.player.pause()
  second.settle()
  await expect.poll(() => first.shows()).toBeUndefined()
})

it('a tab opened later learns what plays', async () => {
  const first = openTab(navigator.locks)
  first.player.play(a)
  expect(plays(first)).toBe(true)
  const later = openTab(navigator.locks)
  await expect.poll(() => later.shows()).toBe('Title of a')
  expect(later.hears()).toEqual(a.recording)
})

it('a tab that hears what plays before it loses the lock still learns that the other one died', async () => {
  const tab = openTab(navigator.locks)
  tab.player.play(a)
  expect(plays(tab)).toBe(true)

  const other = new BroadcastChannel('earmark-player')
  const { recording } = b
  other.postMessage({ type: 'plays', tab: 'other', title: 'Title of b', recording, since: Date.now() + 1 })
  await expect.poll(() => tab.shows()).toBe('Title of b')
  const otherDied = Promise.withResolvers<void>()
  const held = navigator.locks.request('earmark-player', { steal: true }, () => otherDied.promise)
  await expect.poll(() => plays(tab)).toBe(false)
  expect(tab.shows()).toBe('Title of b')

  otherDied.resolve()
  await held
  await expect.poll(() => tab.shows()).toBeUndefined()
  other.close()
})

it('what plays elsewhere is taken over with its queue and its place', async () => {
  const [first, second] = [openTab(navigator.locks), openTab(navigator.locks)]
  first.player.play(a, [a, b])
  first.settle()
  first.hear(20)
  await expect.poll(() => second.shows()).toBe('Title of a')
  second.playHere()
  await expect.poll(() => plays(first)).toBe(false)
  expect(plays(second)).toBe(true)
  expect(sources(second.player.store.getState().queue)).toEqual(['a', 'b'])
  expect(second.player.position()).toBe(20)
})

it('whatever tabs start in whatever order, one of them plays in the end', async () => {
  const all = [openTab(navigator.locks), openTab(navigator.locks), openTab(navigator.locks)]
  for (const { player } of all) player.play(a)
  await expect.poll(() => all.filter(plays)).toHaveLength(1)
  expect(plays(all[2] as Tab)).toBe(true)
})
