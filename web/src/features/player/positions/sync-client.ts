/** Carries positions between this browser and the server. Which of two counts is for the rules (merge.ts). */
import type { Position, Progress } from '@earmark/contract/positions.ts'
import { ApiError } from '../../../lib/api.ts'
import { storedPerson } from '../../../lib/tokens.ts'
import type { RecordingRef } from '../reducer/state.ts'
import { applyRemote } from './apply-remote.ts'
import { askPosition, askProgress, recordingOf } from './calls.ts'
import { isUnsent } from './merge.ts'
import { createOutbox } from './outbox.ts'
import { positionName } from './recall.ts'
import { listPositions, readPosition } from './store.ts'

/** Of thousands the latest are enough: the others are asked for when they are played. */
const mostRead = 300

export type SyncClient = ReturnType<typeof createSyncClient>

/** @param isSounding whether the listener hears that recording here and now */
export function createSyncClient(isSounding: (recording: RecordingRef) => boolean) {
  const outbox = createOutbox(isSounding)
  let pullingAll: Promise<void> | undefined

  function apply(recording: RecordingRef, current: Position | null, base: number, person: string): void {
    applyRemote(recording, current, { base, person, isSounding: isSounding(recording) })
  }

  /** Asks where the server takes the listener to be in one recording. */
  async function pull(recording: RecordingRef): Promise<void> {
    const person = storedPerson()
    if (person === '') return
    const base = readPosition(recording, person)?.base ?? 0
    // Of what it may not have, all at once: asked for by itself it would be an error in the console.
    if (base === 0) return pullAll()
    const current = await askPosition(recording).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    })
    if (storedPerson() === person) apply(recording, current, base, person)
  }

  /** Pulls everything that the server has; what would raise a question is left to `pull`. */
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
