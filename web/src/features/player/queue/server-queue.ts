import { maxQueueItems, type Queue } from '@earmark/contract/queues.ts'
import { createStore } from 'zustand/vanilla'
import { beforeLeaving } from '../../../lib/session-news.ts'
import { storedPerson } from '../../../lib/tokens.ts'
import { useSession } from '../../auth/index.ts'
import type { Player } from '../audio/player.ts'
import { reconcile, readKnown, writeKnown } from './known-queue.ts'
import { fetchQueue, putQueue, putQueueAtExit } from './calls.ts'
import { keyOfQueue, localQueue, trackOf } from './items.ts'

/** The queue of another device, while the listener has not said what is to become of it. */
export const offered = createStore<{ queue: Queue | null }>(() => ({ queue: null }))

const settleMilliseconds = 2000
/** A page that is opened or come back to looks again, unless one of this browser has just done so. */
const restMilliseconds = 30_000

/**
 * Keeps a signed-in listener's queue at the server as it changes, and offers what another device has left there. A
 * visitor's stays in this browser.
 */
export function keepServerQueue(player: Player): () => void {
  let person = storedPerson()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** This tab's queue when it last agreed with what is known, which other tabs make known as well. */
  let settledKey: string | null = null
  /** The version of the server's queue when this tab last asked; 0: it had none; null: not asked yet. */
  let askedVersion: number | null = null

  const local = () => localQueue(player.store.getState())

  async function pull(): Promise<void> {
    if (person === '') return
    const asker = person
    const queue = await ask()
    if (person !== asker || timer !== undefined) return
    const server = queue && { ...queue, key: keyOfQueue(queue) }
    const known = readKnown(person)
    // What another tab has changed and saved is no change of this one's.
    const outcome = reconcile(local().key, { ...known, key: settledKey ?? known.key }, server)
    if (outcome === 'save') return save()
    if (outcome === 'offer') return offered.setState({ queue })
    settledKey = local().key
    writeKnown(person, { base: server?.version ?? 0, key: server?.key ?? '' })
  }

  async function ask(): Promise<Queue | null> {
    const asker = person
    const queue = await fetchQueue()
    if (person === asker) askedVersion = queue?.version ?? 0
    return queue
  }

  /** What a change made here follows: what was saved or agreed on last, or what the listener is offered. */
  const followed = () => Math.max(readKnown(person).base, askedVersion ?? 0)

  /** What is being listened to here and now is the latest: what another device saved before gives way to it. */
  async function save(): Promise<void> {
    const saver = person
    if (saver === '') return
    const known = readKnown(person)
    if (known.base === 0 ? askedVersion === null : known.at === 0) await ask()
    const baseVersion = followed()
    const { items, currentIndex, key } = local()
    if (person !== saver || items.length > maxQueueItems || (key === '' && baseVersion === 0)) return
    const answer = await putQueue({ items, currentIndex, baseVersion })
    if (person !== saver) return
    if ('saved' in answer) return noteSaved(answer.saved, key)
    const again = await putQueue({ items, currentIndex, baseVersion: answer.stale?.version ?? 0 })
    if (person === saver && 'saved' in again) noteSaved(again.saved, key)
  }

  function noteSaved({ version }: Queue, key: string): void {
    settledKey = key
    writeKnown(person, { base: version, key })
    // What was undone on the way looked like what was known until now.
    if (local().key !== key) saveSoon()
  }

  function noteSettled(): boolean {
    const { key } = local()
    if (key !== readKnown(person).key) return false
    settledKey = key
    return true
  }

  function saveSoon(): void {
    clearTimeout(timer)
    timer = setTimeout(() => attempt(saveNow()), settleMilliseconds)
  }

  async function saveNow(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (local().key !== readKnown(person).key) await save()
  }

  function onSessionChange(): void {
    const now = storedPerson()
    if (now === person) return
    clearTimeout(timer)
    timer = undefined
    settledKey = null
    askedVersion = null
    offered.setState({ queue: null })
    if (person !== '') writeKnown(person, null)
    person = now
    attempt(pull())
  }

  function pullAgain(): void {
    const rests = Date.now() - readKnown(person).at < restMilliseconds
    if (document.visibilityState === 'visible' && !player.isActive() && !rests) attempt(pull())
  }

  function leave(): void {
    const { items, currentIndex } = local()
    if (timer === undefined || person === '' || items.length > maxQueueItems) return
    if (followed() === 0 && askedVersion === null) return
    putQueueAtExit({ items, currentIndex, baseVersion: followed() })
    // Its answer would have said what comes next.
    const known = readKnown(person)
    if (known.base > 0) writeKnown(person, known, 0)
  }

  noteSettled()
  const stopQueue = player.store.subscribe((state, before) => {
    if (state.queue === before.queue && state.currentId === before.currentId) return
    if (person === '' || noteSettled()) return
    offered.setState({ queue: null })
    saveSoon()
  })
  const stopSession = useSession.subscribe(onSessionChange)
  const stopFarewell = beforeLeaving(async () => {
    if (timer !== undefined) await saveNow()
  })
  const listening = new AbortController()
  const { signal } = listening
  document.addEventListener('visibilitychange', pullAgain, { signal })
  window.addEventListener('online', () => attempt(pull()), { signal })
  window.addEventListener('pagehide', leave, { signal })
  pullAgain()

  return () => {
    clearTimeout(timer)
    stopQueue()
    stopSession()
    stopFarewell()
    listening.abort()
  }
}

/** The listener's word on what is offered. */
export function answerOffer(player: Player, isWanted: boolean): void {
  const { queue } = offered.getState()
  if (queue === null) return
  const { key: localKey } = localQueue(player.store.getState())
  const tracks = queue.items.map(trackOf).filter((track) => track !== null)
  writeKnown(storedPerson(), { base: queue.version, key: isWanted ? keyOfQueue(queue) : localKey })
  offered.setState({ queue: null })
  if (isWanted) player.send({ type: 'replace', tracks, currentPlace: queue.currentIndex ?? 0, play: true })
}

/** The next look makes up for what could not be said now. */
function attempt(doing: Promise<void>): void {
  doing.catch(() => undefined)
}
