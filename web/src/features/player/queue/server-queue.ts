import { maxQueueItems, type Queue } from '@earmark/contract/queues.ts'
import { createStore } from 'zustand/vanilla'
import { beforeLeaving } from '../../../lib/session-news.ts'
import { storedPerson } from '../../../lib/tokens.ts'
import { onPersonChange } from '../../auth/index.ts'
import { type Player, together } from '../audio/player.ts'
import { reconcile, readKnown, writeKnown } from './known-queue.ts'
import { fetchQueue, putQueue, putQueueAtExit } from './calls.ts'
import type { NewTrack } from '../reducer/state.ts'
import { keyOf, localQueue, trackOf } from './items.ts'

/** Another device's queue, until the listener answers. */
export const offered = createStore<{ queue: Queue | null }>(() => ({ queue: null }))

const settleMilliseconds = 2000
/** A page that becomes visible fetches again, unless another of this browser has just done so. */
const restMilliseconds = 30_000

/** Saves an account's queue on the server at every change, and offers another device's. */
export function keepServerQueue(player: Player): () => void {
  let person = storedPerson()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** This tab's queue when it last equalled the known one, which other tabs write as well. */
  let settledKey: string | null = null
  /** The version last fetched by this tab; 0: no queue; null: not fetched yet. */
  let askedVersion: number | null = null

  const local = () => localQueue(player.store.getState())

  async function pull(): Promise<void> {
    if (person === '') return
    const asker = person
    const queue = await ask()
    if (person !== asker || timer !== undefined) return
    const server = queue && { ...queue, key: keyOf(queue) }
    const known = readKnown(person)
    // A change that another tab has saved is none of this tab.
    const outcome = reconcile(local().key, { ...known, key: settledKey ?? known.key }, server)
    if (outcome === 'save') return save()
    if (outcome === 'offer') return offered.setState({ queue })
    if (queue) player.send({ type: 'renew', tracks: tracksOf(queue) })
    settledKey = local().key
    writeKnown(person, { base: server?.version ?? 0, key: server?.key ?? '' })
  }

  async function ask(): Promise<Queue | null> {
    const asker = person
    const queue = await fetchQueue()
    if (person === asker) askedVersion = queue?.version ?? 0
    return queue
  }

  /** The version that a change here follows. */
  const followed = () => Math.max(readKnown(person).base, askedVersion ?? 0)

  /** Replaces a queue that another device saved meanwhile. */
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
    // A change that was undone during the save looked like the known queue.
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

  function changePerson(to: string, from: string): void {
    clearTimeout(timer)
    timer = undefined
    settledKey = null
    askedVersion = null
    offered.setState({ queue: null })
    if (from !== '') writeKnown(from, null)
    person = to
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
    // The answer, which has the next version, is not read.
    const known = readKnown(person)
    if (known.base > 0) writeKnown(person, known, 0)
  }

  // What plays before this code has come was chosen here.
  if (!noteSettled() && player.isActive() && person !== '') saveSoon()
  const listening = new AbortController()
  document.addEventListener('visibilitychange', pullAgain, listening)
  window.addEventListener('online', () => attempt(pull()), listening)
  window.addEventListener('pagehide', leave, listening)
  pullAgain()

  return together(
    () => clearTimeout(timer),
    player.store.subscribe((state, before) => {
      if (state.queue === before.queue && state.currentId === before.currentId) return
      // New addresses of the same recordings are nothing to save.
      if (localQueue(state).key === localQueue(before).key) return
      if (person === '' || noteSettled()) return
      offered.setState({ queue: null })
      saveSoon()
    }),
    onPersonChange(changePerson),
    beforeLeaving(async () => {
      if (timer !== undefined) await saveNow()
    }),
    () => listening.abort(),
  )
}

export function answerOffer(player: Player, isWanted: boolean): void {
  const { queue } = offered.getState()
  if (queue === null) return
  const { key: localKey } = localQueue(player.store.getState())
  const tracks = tracksOf(queue)
  writeKnown(storedPerson(), { base: queue.version, key: isWanted ? keyOf(queue) : localKey })
  offered.setState({ queue: null })
  if (isWanted) player.send({ type: 'replace', tracks, currentPlace: queue.currentIndex ?? 0, play: true })
}

function tracksOf({ items }: Queue): NewTrack[] {
  return items.map(trackOf).filter((track) => track !== null)
}

/** A failure is made up for by the next try. */
function attempt(doing: Promise<void>): void {
  doing.catch(() => undefined)
}
