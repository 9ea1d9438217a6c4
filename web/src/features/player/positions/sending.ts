/** What is kept here and not yet at the server goes there: one at a time of each recording, until it is all there. */
import type { Position } from '@earmark/contract/positions.ts'
import { ApiError } from '../../../lib/api.ts'
import { storedPerson } from '../../../lib/tokens.ts'
import type { RecordingRef } from '../engine/state.ts'
import { forgetKept, type KeptRecording, listKept, readKept, writeKept } from './kept-store.ts'
import { savePosition } from './position-calls.ts'
import { positionName } from './recall-stored.ts'
import { accepted, isDue } from './sync.ts'

type Learn = (recording: RecordingRef, current: Position | null, base: number, person: string) => void

/** @param learn told of the place that the server has instead of the one that it refuses */
export function createSending(isSounding: (recording: RecordingRef) => boolean, learn: Learn) {
  const underWay = new Map<string, { change: number; done: Promise<void> }>()
  /** Asked for while another was under way. */
  const wanted = new Set<string>()
  /** The last change that the server will not take, however often it is tried. */
  const hopeless = new Map<string, number>()

  /**
   * Resolves once what is kept now has been tried.
   *
   * @param mayOvertake while another is under way: the page is about to go
   */
  async function save(recording: RecordingRef, mayOvertake = false): Promise<void> {
    const person = storedPerson()
    const name = positionName(person, recording)
    const kept = person === '' ? null : readKept(recording, person)
    if (kept === null || !isDue(kept) || (hopeless.get(name) ?? 0) >= kept.change) return
    const other = underWay.get(name)
    if (other !== undefined && !(mayOvertake && other.change !== kept.change)) {
      wanted.add(name)
      return other.done
    }
    wanted.delete(name)
    const done = send(kept, person)
    underWay.set(name, { change: kept.change, done })
    await done
  }

  async function send(kept: KeptRecording, person: string): Promise<void> {
    const { recording, base, change } = kept
    const name = positionName(person, recording)
    let isTaken = false
    try {
      heedAnswer(await savePosition(recording, kept), kept, person)
      isTaken = true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      heedFailure(error, kept, person)
    } finally {
      if (underWay.get(name)?.change === change) underWay.delete(name)
    }
    // Our own word come back, or the listener's: what was kept from it goes out now.
    const now = readKept(recording, person)
    if (now === null || !isDue(now)) return
    const hasMore = isTaken ? wanted.has(name) : now.base !== base && now.sent < change
    if (hasMore) await save(recording)
  }

  function heedFailure(error: ApiError, sent: KeptRecording, person: string): void {
    const { recording, change } = sent
    const name = positionName(person, recording)
    if (error.status === 409) return heedRefusal(error, sent, person)
    if (error.status === 400) hopeless.set(name, change)
    if (error.status !== 404 || error.items[0]?.code !== 'NotFound') return
    // The recording is gone, and nobody can go on with it.
    hopeless.set(name, Number.POSITIVE_INFINITY)
    if (!isSounding(recording)) forgetKept(recording, person)
  }

  function heedAnswer({ version }: Position, sent: KeptRecording, person: string): void {
    const { recording, change } = sent
    const kept = readKept(recording, person)
    if (kept !== null) writeKept({ ...kept, ...accepted(kept, change, version) }, person)
  }

  function heedRefusal({ items }: ApiError, sent: KeptRecording, person: string): void {
    const current = items.find(({ code }) => code === 'StalePosition')?.current as Position | null | undefined
    if (current !== undefined) learn(sent.recording, current, sent.base, person)
  }

  /** Sends all that waits. */
  function saveAll(): Promise<unknown> {
    return Promise.allSettled(
      listKept()
        .filter(isDue)
        .map(({ recording }) => save(recording)),
    )
  }

  return { save, saveAll }
}
