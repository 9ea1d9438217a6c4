import type { Position, Progress } from '@earmark/contract/positions.ts'
import { ApiError } from '../../../lib/api.ts'
import { storedPerson } from '../../../lib/tokens.ts'
import type { RecordingRef } from '../reducer/state.ts'
import { askPosition, askProgress, recordingOf } from './calls.ts'
import { isUnsent } from './merge.ts'
import { createOutbox } from './outbox.ts'
import { positionName } from './recall.ts'
import { applyRemote, listPositions, readPosition } from './store.ts'

/** Older positions are fetched when their recording is played. */
const mostRead = 300

export type SyncClient = ReturnType<typeof createSyncClient>

/** Carries positions between this browser and the server; `merge.ts` has the rules. @param isSounding in this browser, now */
export function createSyncClient(isSounding: (recording: RecordingRef) => boolean) {
  const outbox = createOutbox(isSounding)
  let pullingAll: Promise<void> | undefined

  function apply(recording: RecordingRef, current: Position | null, base: number, person: string): void {
    applyRemote(recording, current, { base, person, isSounding: isSounding(recording) })
  }

  async function pull(recording: RecordingRef): Promise<void> {
    const person = storedPerson()
    if (person === '') return
    const base = readPosition(recording, person)?.base ?? 0
    // A 404 would be an error in the console: the list has all.
    if (base === 0) return pullAll()
    const current = await askPosition(recording).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    })
    if (storedPerson() === person) apply(recording, current, base, person)
  }

  /** Fetches all positions; those that need the listener's decision, which takes a device's name, are left to `pull`. */
  function pullAll(): Promise<void> {
    pullingAll ??= readAll().finally(() => {
      pullingAll = undefined
    })
    return pullingAll
  }

  async function readAll(): Promise<void> {
    const person = storedPerson()
    if (person === '') return
    const bases = new Map(
      listPositions(person).map(({ recording, base }) => [positionName(person, recording), base]),
    )
    const all = await askProgress()
    if (storedPerson() !== person) return
    for (const progress of all.slice(0, mostRead)) {
      const recording = recordingOf(progress)
      if (recording !== null) mergeProgress(progress, recording, bases, person)
    }
    const present = new Set(
      all.map(recordingOf).map((recording) => recording && positionName(person, recording)),
    )
    for (const { recording, base } of listPositions(person)) {
      const name = positionName(person, recording)
      if (base > 0 && base === bases.get(name) && !present.has(name)) apply(recording, null, base, person)
    }
  }

  function mergeProgress(
    progress: Progress,
    recording: RecordingRef,
    bases: ReadonlyMap<string, number>,
    person: string,
  ): void {
    const kept = readPosition(recording, person)
    const isOlder = progress.version < (kept?.base ?? 0)
    const isAsked = kept !== null && !kept.joining && (isUnsent(kept) || isOlder || isSounding(recording))
    if (isAsked) return
    const base = bases.get(positionName(person, recording)) ?? 0
    apply(recording, { ...progress, fromThisDevice: false, deviceName: '' }, base, person)
  }

  return { ...outbox, pull, pullAll }
}
