import { createStore } from 'zustand/vanilla'
import type { Player } from '../audio/player.ts'
import { currentTrack, isActive, type NewTrack, type RecordingRef } from '../reducer/state.ts'
import { createTurn } from './turn.ts'

type SharedQueue = { tracks: NewTrack[]; currentPlace: number; position: number }

/** What the tabs of one browser tell each other. */
type TabMessage =
  /** It plays this, since then. */
  | { type: 'plays'; tab: string; title: string; recording: RecordingRef; since: number }
  | { type: 'stopped'; tab: string }
  /** The tab that plays shall say so. */
  | { type: 'who' }
  /** That tab shall give what it plays to the other. */
  | { type: 'give'; from: string; to: string }
  | { type: 'given'; to: string; queue: SharedQueue }

const name = 'earmark-player'
const answerMilliseconds = 500

export type Playing = { tab: string; title: string; recording: RecordingRef }

/** What plays in another tab of this browser, and how to take it over. */
export type Elsewhere = { playing: Playing | null; playHere: () => void }

export const elsewhere = createStore<Elsewhere>(() => ({ playing: null, playHere: () => {} }))

/**
 * One player at a time in one browser: the tab that starts takes the turn from the one that had it, which pauses,
 * and all others show what plays. They speak over a BroadcastChannel; whose turn it is a Web Lock knows, which the
 * browser takes back from a tab that dies. Pages that came without https have no locks: there the tab that started
 * last is heard.
 */
export function joinTabs(
  player: Player,
  there = elsewhere,
  locks = navigator.locks as LockManager | undefined,
) {
  const tab = Math.random().toString(36).slice(2)
  const channel = new BroadcastChannel(name)
  const turn = createTurn(name, locks)
  let since = 0
  let takeOverTimer: ReturnType<typeof setTimeout> | undefined

  const post = (message: TabMessage) => channel.postMessage(message)
  const active = () => isActive(player.store.getState())

  function postWhatPlays(): void {
    const track = currentTrack(player.store.getState())
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
    turn.take(postWhatPlays, player.pause)
  }

  function end(): void {
    turn.giveBack()
    post({ type: 'stopped', tab })
  }

  function showElsewhere(playing: Playing): void {
    there.setState({ playing })
    turn.whenFree(() => {
      if (!active() && there.getState().playing?.tab === playing.tab) there.setState({ playing: null })
    })
  }

  function onMessage(message: TabMessage): void {
    switch (message.type) {
      case 'plays':
        if (active() && !isLater(message)) return
        // With locks the pause comes with their loss, which all tabs see in the same order.
        if (active() && locks === undefined) player.pause()
        return showElsewhere(message)
      case 'stopped':
        if (there.getState().playing?.tab === message.tab) there.setState({ playing: null })
        return
      case 'who':
        return postWhatPlays()
      case 'give':
        if (message.from === tab) post({ type: 'given', to: message.to, queue: sharedQueue(player) })
        return
      case 'given':
        if (message.to !== tab) return
        clearTimeout(takeOverTimer)
        player.send({ type: 'replace', ...message.queue, play: true })
    }
  }

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => onMessage(data)
  const stopWatching = player.store.subscribe((state, before) => {
    if (isActive(state) && !isActive(before)) begin()
    else if (!isActive(state) && isActive(before)) end()
    else if (state.currentId !== before.currentId) postWhatPlays()
  })
  if (active()) begin()
  else post({ type: 'who' })

  /** Takes over what the other tab plays; what is here when that one does not answer. */
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
    turn.giveBack()
    channel.close()
  }
}

function sharedQueue(player: Player): SharedQueue {
  const { queue, currentId } = player.store.getState()
  const tracks = queue.map(({ id: _id, ...track }) => track)
  const currentPlace = queue.findIndex(({ id }) => id === currentId)
  return { tracks, currentPlace, position: player.position() }
}
