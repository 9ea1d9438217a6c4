import type { Player } from '../audio/player.ts'
import { currentTrack, isActive } from '../reducer/state.ts'
import type { Recorder } from './recorder.ts'
import { removePosition, listPositions, otherPeople, readPosition, writePosition } from './store.ts'
import { resumeAt } from './recall.ts'
import { isUnsent, mergeVisitor } from './merge.ts'

const visitor = ''

/**
 * Signing in and out. A visitor's positions join the account. Of an account that leaves, what the server has is forgotten
 * here; what it has not stays for that account alone, unread by others, until it or another one signs in.
 */
export function changePerson(
  player: Player,
  recorder: Recorder,
  { from, to }: { from: string; to: string },
): void {
  recorder.saveNow()
  if (from !== visitor) forgetSent(from)
  beginAs(to)
  goOnAs(player, recorder, from)
}

/** Puts in order what is kept here for the person of now, who may have signed in or out while no page was open. */
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
 * What is loaded is heard on by the person who began it, as long as there is anything of theirs here. Otherwise it stops,
 * and stands where the next one left it: no person gets the place of another.
 */
function goOnAs(player: Player, recorder: Recorder, from: string): void {
  const state = player.store.getState()
  const track = currentTrack(state)
  if (track === null) return
  const isTheirs = readPosition(track.recording, from) !== null
  if (isTheirs && isActive(state)) return
  const kept = readPosition(track.recording)
  if (from !== visitor) player.pause()
  if (from !== visitor || !isActive(state))
    player.send({ type: 'move', position: kept === null ? 0 : resumeAt(kept, Date.now()) })
  recorder.beginAnew()
}
