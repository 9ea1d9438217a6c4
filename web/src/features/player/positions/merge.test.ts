import { expect, it } from 'vitest'
import { type LocalPosition, mergeRemote, mergeVisitor, recordLocal, type RemotePosition } from './merge.ts'

const heard = (position: number, fields: Partial<LocalPosition> = {}): LocalPosition => ({
  ...recordLocal(null, { position, finished: false, at: 1000 }, 1),
  base: 3,
  ...fields,
})
const sent = (position: number) => heard(position, { sent: 1000 })
const remote = (version: number, position: number, fromThisDevice = false): RemotePosition => {
  const rest = { finished: false, at: 2000, deviceName: 'Firefox on Windows', playbackRate: 1.5 }
  return { version, position, fromThisDevice, ...rest }
}

const began = heard(4, { base: 0 })
const joining = (position: number) => heard(position, { joining: true })
const theirs = remote(5, 700)
const [sounds, stands] = [true, false]

/** The stored and the server's position, and the merged one: position, version, the one that is asked about. */
it.each<[string, LocalPosition | null, RemotePosition | null, boolean, (number | null)[] | null]>([
  ['nothing here: it is taken', null, theirs, stands, [700, 5, null]],
  ['what stands still takes it', sent(100), theirs, stands, [700, 5, null]],
  ['what sounds is asked about', sent(100), theirs, sounds, [100, 3, 700]],
  ['what is unsent is asked about', heard(100), theirs, stands, [100, 3, 700]],
  ['what is near is no question', heard(100), remote(5, 103), sounds, [100, 5, null]],
  ['our own word come back is none', heard(100), remote(5, 50, true), sounds, [100, 5, null]],
  ['what was only just begun follows', began, theirs, sounds, [700, 5, null]],
  ['what is known changes nothing', heard(100), remote(3, 50), stands, [100, 3, null]],
  ['a server restored from a backup is asked about', sent(100), remote(2, 50), stands, [100, 3, 50]],
  ['what the server forgot goes', sent(100), null, stands, null],
  ['what it never had stays, to be sent', heard(100), null, stands, [100, 0, null]],
  ['at joining the further place wins', joining(800), theirs, stands, [800, 5, null]],
  ['at joining the further place wins, the account’s too', joining(600), theirs, stands, [700, 5, null]],
])('%s', (_name, local, current, isSounding, expected) => {
  const merged = mergeRemote(local, current, { base: local?.base ?? 0, isSounding })
  expect(merged && [merged.position, merged.base, merged.theirs?.position ?? null]).toEqual(expected)
})

it('an answer that has been overtaken says nothing', () => {
  const local = heard(100)
  expect(mergeRemote(local, theirs, { base: 2, isSounding: false })).toBe(local)
})

it.each([
  ['the visitor’s, further on', 800, 800],
  ['the account’s, further on', 600, 700],
])('%s, is the account’s from now on', (_whose, visited, expected) => {
  expect(mergeVisitor(sent(700), heard(visited)).position).toBe(expected)
})
