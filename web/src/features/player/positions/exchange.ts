/** Carries what is kept here and what the server has to each other; what is made of it is for the rules (sync.ts). */
import type { Position, Progress } from '@earmark/contract/positions.ts'
import { ApiError } from '../../../lib/api.ts'
import { storedPerson } from '../../../lib/tokens.ts'
import type { RecordingRef } from '../engine/state.ts'
import { forgetKept, type KeptRecording, listKept, readKept, writeKept } from './kept-store.ts'
import { askPosition, askProgress, recordingOf, theirsOf } from './position-calls.ts'
import { positionName } from './recall-stored.ts'
import { createSending } from './sending.ts'
import { isUnsent, type Kept, learned } from './sync.ts'

/** Of thousands the latest are enough: the others are asked for when they are played. */
const mostRead = 300

export type Exchange = ReturnType<typeof createExchange>

/** @param isSounding whether the listener hears that recording here and now */
export function createExchange(isSounding: (recording: RecordingRef) => boolean) {
  const sending = createSending(isSounding, learn)
  let lookingAtAll: Promise<void> | undefined

  function learn(recording: RecordingRef, current: Position | null, base: number, person: string): void {
    const kept = readKept(recording, person)
    const theirs = current === null ? null : theirsOf(current)
    const next = learned(kept, theirs, { base, isSounding: isSounding(recording) })
    keep(recording, next, kept, person, current?.durationSeconds ?? null)
  }

  function keep(
    recording: RecordingRef,
    next: Kept | null,
    kept: KeptRecording | null,
    person: string,
    durationSeconds: number | null,
  ): void {
    if (next === kept) return
    if (next === null) return forgetKept(recording, person)
    const shown = {
      track: kept?.track ?? null,
      durationSeconds: durationSeconds ?? kept?.durationSeconds ?? null,
    }
    writeKept({ ...next, recording, ...shown }, person)
  }

  /** Looks where the server takes the listener to be in one recording. */
  async function look(recording: RecordingRef): Promise<void> {
    const person = storedPerson()
    if (person === '') return
    const base = readKept(recording, person)?.base ?? 0
    // Of what it may not have, all at once: asked for by itself it would be an error in the console.
    if (base === 0) return lookAll()
    const current = await askPosition(recording).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    })
    if (storedPerson() === person) learn(recording, current, base, person)
  }

  /** Everything that the server has, taken where nobody has to be asked. */
  function lookAll(): Promise<void> {
    lookingAtAll ??= readAll().finally(() => {
      lookingAtAll = undefined
    })
    return lookingAtAll
  }

  async function readAll(): Promise<void> {
    const person = storedPerson()
    if (person === '') return
    const bases = new Map(
      listKept(person).map(({ recording, base }) => [positionName(person, recording), base]),
    )
    const all = await askProgress()
    if (storedPerson() !== person) return
    for (const progress of all.slice(0, mostRead)) {
      const recording = recordingOf(progress)
      if (recording !== null) learnProgress(progress, recording, bases, person)
    }
    const present = new Set(
      all.map(recordingOf).map((recording) => recording && positionName(person, recording)),
    )
    for (const { recording, base } of listKept(person)) {
      const name = positionName(person, recording)
      if (base > 0 && base === bases.get(name) && !present.has(name)) learn(recording, null, base, person)
    }
  }

  function learnProgress(
    progress: Progress,
    recording: RecordingRef,
    bases: ReadonlyMap<string, number>,
    person: string,
  ): void {
    const kept = readKept(recording, person)
    const isOlder = progress.version < (kept?.base ?? 0)
    const isAsked = kept !== null && !kept.joining && (isUnsent(kept) || isOlder || isSounding(recording))
    if (isAsked) return
    const base = bases.get(positionName(person, recording)) ?? 0
    learn(recording, { ...progress, fromThisDevice: false, deviceName: '' }, base, person)
  }

  return { ...sending, look, lookAll }
}
