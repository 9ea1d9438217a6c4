import type { Player } from '../audio/player.ts'
import type { Recorder } from './recorder.ts'
import { removePosition, listPositions, otherPeople, readPosition, writePosition } from './store.ts'
import { resumeAt } from './recall.ts'
import { isUnsent, mergeVisitor } from './merge.ts'

const visitor = ''

/**
 * A visitor's positions join the account that signs in. Of an account that signs out, unsent positions stay for it alone,
 * until it or another account signs in.
 */
export function changePerson(player: Player, recorder: Recorder, to: string, from: string): void {
  recorder.saveNow()
  if (from !== visitor) forgetSent(from)
  beginAs(to)
  goOnAs(player, recorder, from)
}

/** Also at the start: the session may have changed while no page was open. */
export function beginAs(person: string): void {
  if (person !== visitor) join(person)
  for (const other of otherPeople(person)) {
    if (person === visitor) forgetSent(other)
    else for (const { recording } of listPositions(other)) removePosition(recording, other)
  }
}

function forgetSent(person: string): void {
  for (const kept of listPositions(person)) if (!isUnsent(kept)) removePosition(kept.recording, person)
}

function join(account: string): void {
  for (const kept of listPositions(visitor)) {
    const own = readPosition(kept.recording, account)
    writePosition(
      { ...kept, ...own, ...mergeVisitor(own, kept), track: kept.track ?? own?.track ?? null },
      account,
    )
    removePosition(kept.recording, visitor)
  }
}

/**
 * A recording that sounds goes on for the person who began it while they have a position of it here. Otherwise it stops at
 * the next person's own position.
 */
function goOnAs(player: Player, recorder: Recorder, from: string): void {
  const track = player.track()
  if (track === null) return
  const wasActive = player.isActive()
  if (wasActive && readPosition(track.recording, from) !== null) return
  const kept = readPosition(track.recording)
  if (from !== visitor) player.pause()
  const isMoved = from !== visitor || !wasActive
  if (isMoved) player.send({ type: 'move', position: kept === null ? 0 : resumeAt(kept, Date.now()) })
  recorder.beginAnew()
  if (isMoved) player.send({ type: 'visit', moment: null })
}
