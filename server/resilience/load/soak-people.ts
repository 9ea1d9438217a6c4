import type { TokenPair } from '@earmark/contract/auth.ts'
import type { LibraryEntry } from '@earmark/contract/library.ts'
import type { Position } from '@earmark/contract/positions.ts'
import type { Queue } from '@earmark/contract/queues.ts'
import type { Role } from '@earmark/contract/roles.ts'
import { read } from '../faults/fault-site.ts'
import type { Habit } from './habits.ts'
import { json, newDevice, type SoakSite } from './soak-site.ts'

/** People with accounts: they sign in, keep their places, fill a library and a queue. */

const password = 'Quiet-reading-1'

export interface SoakPerson {
  readonly email: string
  readonly deviceId: string
  /** Always the same address: password attempts are counted by it. */
  readonly from: string
  headers(): Record<string, string>
  signIn(): Promise<void>
  refresh(): Promise<void>
}

let count = 0

export async function addPerson({ site, ask }: SoakSite, role: Role): Promise<SoakPerson> {
  count += 1
  const email = `person-${count}@example.org`
  const account = { email, name: `Person ${count}`, newPassword: password, role, emailConfirmed: true }
  await ask(json('POST', '/api/users', account, site.headers), 201)
  const deviceId = newDevice()
  const from = `127.0.2.${count}`
  let pair: TokenPair | null = null
  const person: SoakPerson = {
    email,
    deviceId,
    from,
    headers: () => ({ 'x-deviceid': deviceId, authorization: `Bearer ${pair?.accessToken}` }),
    async signIn() {
      const asked = json('POST', '/api/auth/login', { userName: email, password }, { 'x-deviceid': deviceId })
      pair = read<TokenPair>(await ask({ ...asked, from }, 200))
    },
    async refresh() {
      const asked = json('POST', '/api/auth/refresh', pair, { 'x-deviceid': deviceId })
      pair = read<TokenPair>(await ask({ ...asked, from }, 200))
    },
  }
  await person.signIn()
  return person
}

/** Somebody who comes and goes, and sometimes forgets a password. */
export function comeAndGo({ ask, random }: SoakSite, person: SoakPerson): Habit {
  const { email, from } = person
  return {
    everyMs: 20_000,
    async once() {
      await person.signIn()
      await person.refresh()
      const headers = person.headers()
      await ask({ method: 'GET', path: '/api/users/profiles/me', headers }, 200)
      await ask(json('POST', '/api/auth/logout', {}, headers), 204)
      await ask({ method: 'GET', path: '/api/users/profiles/me', headers }, 401)
      if (random() > 0.1) return
      const wrong = { userName: email, password: 'Quiet-reading-2' }
      await ask({ ...json('POST', '/api/auth/login', wrong, { 'x-deviceid': newDevice() }), from }, 401, 429)
      await ask({ ...json('POST', '/api/auth/forgot-password', { email }), from }, 204, 429)
    },
  }
}

/** Somebody who listens with an account, and whose session lasts. */
export function useOwn(soak: SoakSite, person: SoakPerson): Habit[] {
  const habit = (everyMs: number, once: () => Promise<void>): Habit => ({ everyMs, once })
  return [
    habit(3_000, () => savePosition(soak, person)),
    habit(8_000, () => arrangeLibrary(soak, person)),
    habit(8_000, () => saveQueue(soak, person)),
    habit(60_000, () => person.refresh()),
  ]
}

async function savePosition({ ask, pick, books, random }: SoakSite, person: SoakPerson): Promise<void> {
  const headers = person.headers()
  // Few, whose history is soon as long as it may be: else the database grows all the time, and what is cached of it.
  const path = `/api/positions/me/audio-books/${pick(books.slice(0, 5)).id}`
  const present = await ask({ method: 'GET', path, headers }, 200, 404)
  const baseVersion = present.status === 200 ? read<Position>(present).version : 0
  const position = { positionSeconds: 1 + 50 * random(), baseVersion, playbackRate: 1.25 }
  await ask(json('PUT', path, position, headers), 200)
  await ask(json('PUT', path, { ...position, positionSeconds: 0 }, headers), 409)
  if (random() < 0.1) await ask({ method: 'DELETE', path, headers }, 204)
  else await ask({ method: 'GET', path: `${path}/history`, headers }, 200)
  const list = pick(['/api/positions/me/progress', '/api/positions/me?finished=false&pageSize=50'])
  await ask({ method: 'GET', path: list, headers }, 200)
}

async function arrangeLibrary({ ask, pick, books, random }: SoakSite, person: SoakPerson): Promise<void> {
  const headers = person.headers()
  const path = '/api/libraries/me'
  await ask(json('POST', path, { audioBookId: pick(books).id }, headers), 200, 201)
  const entries = read<LibraryEntry[]>(await ask({ method: 'GET', path, headers }, 200))
  if (entries.length > 10) {
    await ask({ method: 'DELETE', path: `${path}/${pick(entries).id}`, headers }, 204)
  }
  if (random() < 0.05) await ask({ method: 'DELETE', path, headers }, 204)
}

async function saveQueue({ ask, pick, books }: SoakSite, person: SoakPerson): Promise<void> {
  const headers = person.headers()
  const path = '/api/queues/me'
  const present = await ask({ method: 'GET', path, headers }, 200, 404)
  const baseVersion = present.status === 200 ? read<Queue>(present).version : 0
  const items = Array.from({ length: 20 }, () => ({ audioBookId: pick(books).id }))
  await ask(json('PUT', path, { items, currentIndex: null, baseVersion }, headers), 200)
}
