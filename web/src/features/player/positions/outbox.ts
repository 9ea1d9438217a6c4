import type { Position } from '@earmark/contract/positions.ts'
import { ApiError } from '../../../lib/api.ts'
import { storedPerson } from '../../../lib/tokens.ts'
import type { RecordingRef } from '../reducer/state.ts'
import {
  applyRemote,
  listPositions,
  readPosition,
  removePosition,
  type StoredPosition,
  writePosition,
} from './store.ts'
import { savePosition } from './calls.ts'
import { positionName } from './recall.ts'
import { acknowledged, isDue } from './merge.ts'

/** Sends unsent positions, one request at a time for each recording. @param isSounding in this browser, now */
export function createOutbox(isSounding: (recording: RecordingRef) => boolean) {
  const inFlight = new Map<string, { change: number; done: Promise<void> }>()
  /** To be sent after the one in flight. */
  const wanted = new Set<string>()
  /** The last change that the server refused for good. */
  const rejected = new Map<string, number>()

  /** Resolves after one try. @param mayOvertake a request in flight, before the page is left */
  async function push(recording: RecordingRef, mayOvertake = false): Promise<void> {
    const person = storedPerson()
    const name = positionName(person, recording)
    const kept = person === '' ? null : readPosition(recording, person)
    if (kept === null || !isDue(kept) || (rejected.get(name) ?? 0) >= kept.change) return
    const other = inFlight.get(name)
    if (other !== undefined && !(mayOvertake && other.change !== kept.change)) {
      wanted.add(name)
      return other.done
    }
    wanted.delete(name)
    const done = send(kept, person)
    inFlight.set(name, { change: kept.change, done })
    await done
  }

  async function send(kept: StoredPosition, person: string): Promise<void> {
    const { recording, base, change } = kept
    const name = positionName(person, recording)
    let isTaken = false
    try {
      onSaved(await savePosition(recording, kept), kept, person)
      isTaken = true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      onFailure(error, kept, person)
    } finally {
      if (inFlight.get(name)?.change === change) inFlight.delete(name)
    }
    // A conflict that was resolved without the listener is sent again.
    const now = readPosition(recording, person)
    if (now === null || !isDue(now)) return
    const hasMore = isTaken ? wanted.has(name) : now.base !== base && now.sent < change
    if (hasMore) await push(recording)
  }

  function onFailure(error: ApiError, sent: StoredPosition, person: string): void {
    const { recording, change } = sent
    const name = positionName(person, recording)
    if (error.status === 409) return onConflict(error, sent, person)
    if (error.status === 400) rejected.set(name, change)
    if (error.status !== 404 || error.items[0]?.code !== 'NotFound') return
    // The recording was deleted.
    rejected.set(name, Number.POSITIVE_INFINITY)
    if (!isSounding(recording)) removePosition(recording, person)
  }

  function onSaved({ version }: Position, sent: StoredPosition, person: string): void {
    const { recording, change } = sent
    const kept = readPosition(recording, person)
    if (kept !== null) writePosition({ ...kept, ...acknowledged(kept, change, version) }, person)
  }

  function onConflict({ items }: ApiError, sent: StoredPosition, person: string): void {
    const current = items.find(({ code }) => code === 'StalePosition')?.current as Position | null | undefined
    if (current === undefined) return
    const { recording, base } = sent
    applyRemote(recording, current, { base, person, isSounding: isSounding(recording) })
  }

  function pushAll(): Promise<unknown> {
    return Promise.allSettled(
      listPositions()
        .filter(isDue)
        .map(({ recording }) => push(recording)),
    )
  }

  return { push, pushAll }
}
