import { createStore } from 'zustand/vanilla'
import type { Player } from '../audio/player.ts'
import { savedQueue } from '../reducer/queue.ts'
import { isActive, type RecordingRef, type Visit } from '../reducer/state.ts'
import { createPlaybackLock } from './playback-lock.ts'

type SharedQueue = ReturnType<typeof savedQueue> & { position: number; visit: Visit | null }

/** Messages between the tabs of one browser. */
type TabMessage =
  | { type: 'plays'; tab: string; title: string; recording: RecordingRef; since: number }
  | { type: 'stopped'; tab: string }
  /** Answered by `plays`. */
  | { type: 'who' }
  /** Answered by `given`. */
  | { type: 'give'; from: string; to: string }
  | { type: 'given'; to: string; queue: SharedQueue }

const name = 'earmark-player'
const answerMilliseconds = 500

export type Playing = { tab: string; title: string; recording: RecordingRef }

export type Elsewhere = { playing: Playing | null; playHere: () => void }

export const elsewhere = createStore<Elsewhere>(() => ({ playing: null, playHere: () => {} }))

/**
 * One player at a time in one browser: the tab that starts steals a Web Lock from the other, which pauses; all tabs show
 * what plays, over a BroadcastChannel. Pages without https have no locks: there the tab that started last plays.
 */
export function joinTabs(
  player: Player,
  there = elsewhere,
  locks = navigator.locks as LockManager | undefined,
) {
  const tab = Math.random().toString(36).slice(2)
  const channel = new BroadcastChannel(name)
  const lock = createPlaybackLock(name, locks)
  let since = 0
  let takeOverTimer: ReturnType<typeof setTimeout> | undefined

  const post = (message: TabMessage) => channel.postMessage(message)
  const active = player.isActive

  function postWhatPlays(): void {
    const track = player.track()
    if (track === null || !active()) return
    const { title, recording } = track
    post({ type: 'plays', tab, title, recording, since })
  }

  function isLater(other: { since: number; tab: string }): boolean {
    return other.since === since ? other.tab > tab : other.since > since
  }

  function begin(): void {
    since = Date.now()
    there.setState({ playing: null })
    lock.steal(postWhatPlays, player.pause)
  }

  function end(): void {
    lock.release()
    post({ type: 'stopped', tab })
  }

  function showElsewhere(playing: Playing): void {
    there.setState({ playing })
    lock.whenFree(() => {
      if (!active() && there.getState().playing?.tab === playing.tab) there.setState({ playing: null })
    })
  }

  function onMessage(message: TabMessage): void {
    switch (message.type) {
      case 'plays':
        if (active() && !isLater(message)) return
        // The loss of a lock pauses, too, in the same order for all tabs.
        if (active() && locks === undefined) player.pause()
        return showElsewhere(message)
      case 'stopped':
        if (there.getState().playing?.tab === message.tab) there.setState({ playing: null })
        return
      case 'who':
        return postWhatPlays()
      case 'give':
        if (message.from === tab) give(message.to)
        return
      case 'given':
        if (message.to !== tab) return
        clearTimeout(takeOverTimer)
        player.send({ type: 'replace', ...message.queue, play: true })
    }
  }

  function give(to: string): void {
    const state = player.store.getState()
    const queue = { ...savedQueue(state), position: player.position(), visit: state.visit }
    post({ type: 'given', to, queue })
  }

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => onMessage(data)
  const stopWatching = player.store.subscribe((state, before) => {
    if (isActive(state) && !isActive(before)) begin()
    else if (!isActive(state) && isActive(before)) end()
    else if (state.currentId !== before.currentId) postWhatPlays()
  })
  if (active()) begin()
  else post({ type: 'who' })

  /** Plays this tab's own queue when the other one does not answer. */
  function playHere(): void {
    const from = there.getState().playing?.tab
    if (from === undefined) return
    clearTimeout(takeOverTimer)
    takeOverTimer = setTimeout(() => player.send({ type: 'play' }), answerMilliseconds)
    post({ type: 'give', from, to: tab })
  }

  there.setState({ playHere })
  return () => {
    clearTimeout(takeOverTimer)
    stopWatching()
    if (active()) end()
    lock.release()
    lock.cancelRequest()
    channel.close()
  }
}
