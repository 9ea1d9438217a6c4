import type { Player } from '../engine/player.ts'
import { currentTrack, isActive } from '../engine/state.ts'
import type { Keeper } from './keep-positions.ts'
import { forgetSpeedsBut } from '../own-speeds.ts'
import { forgetKept, listKept, otherPeople, readKept, writeKept } from './kept-store.ts'
import { resumeAt } from './recall-stored.ts'
import { isUnsent, joined } from './sync.ts'

const visitor = ''

/**
 * Somebody signs in or out. A visitor's positions join the account. What the server has of whoever leaves is forgotten
 * here; what it has not stays for them alone, out of everybody's sight, until they or somebody else come.
 */
export function changePerson(
  player: Player,
  keeper: Keeper,
  { from, to }: { from: string; to: string },
): void {
  keeper.saveNow()
  if (from !== visitor) forgetSent(from)
  beginAs(to)
  goOnAs(player, keeper, from)
}

/** Puts in order what is kept here for whoever it is now: they may have come or left while nobody watched. */
export function beginAs(person: string): void {
  if (person !== visitor) join(person)
  forgetSpeedsBut(person)
  for (const other of otherPeople(person)) {
    if (person === visitor) forgetSent(other)
    else for (const { recording } of listKept(other)) forgetKept(recording, other)
  }
}

function forgetSent(person: string): void {
  for (const kept of listKept(person)) if (!isUnsent(kept)) forgetKept(kept.recording, person)
}

function join(account: string): void {
  for (const kept of listKept(visitor)) {
    const own = readKept(kept.recording, account)
    writeKept({ ...kept, ...own, ...joined(own, kept), track: kept.track ?? own?.track ?? null }, account)
    forgetKept(kept.recording, visitor)
  }
}

/**
 * What is loaded is heard on by whoever began it, as long as there is anything of theirs here. Otherwise it stops, and
 * stands where the next one left it: nobody gets another one's place.
 */
function goOnAs(player: Player, keeper: Keeper, from: string): void {
  const state = player.store.getState()
  const track = currentTrack(state)
  if (track === null) return
  const isTheirs = readKept(track.recording, from) !== null
  if (isTheirs && isActive(state)) return
  const kept = readKept(track.recording)
  if (from !== visitor) player.pause()
  if (from !== visitor || !isActive(state))
    player.send({ type: 'move', position: kept === null ? 0 : resumeAt(kept, Date.now()) })
  keeper.beginAnew()
}
