import { randomUUID } from 'node:crypto'
import type { Bookmark, StaleBookmark } from '@earmark/contract/bookmarks.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { startNode } from '../../testing/nodes.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import { makeAudioBook, soundOf } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { walks } from '../../testing/walks.ts'

/** Two devices of one account at two nodes, their calls at once, beside a map that takes them one after the other. */

const server = await forAllTests(startTestServer())
const { engine } = server.deps.db.dialect
// SQLite has one writer at a time, and no second node writes beside it.
const nodes = [server, engine === 'sqlite' ? server : await forAllTests(startNode(server))] as const
const books = [
  await makeAudioBook(server, { name: 'Emma', audio: soundOf(100) }),
  await makeAudioBook(server, { name: 'Persuasion', audio: soundOf(100) }),
]

interface Step {
  readonly kind: 'add' | 'change' | 'remove'
  readonly node: 0 | 1
  /** Of a pool of clients' ids. */
  readonly place: number
  readonly seconds: number
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom<Step['kind']>('add', 'add', 'change', 'change', 'remove'),
  node: fc.constantFrom(0, 1),
  place: fc.nat(2),
  seconds: fc.nat(3),
})

/** What the model knows of a bookmark. */
interface Known {
  readonly id: number
  readonly book: number
  readonly startSeconds: number
  readonly note: string
  readonly version: number
}

/** By client's id. */
type State = ReadonlyMap<string, Known>

interface Call extends Step {
  readonly clientId: string
  /** What the device had seen of it before the round; null in a call that adds. */
  readonly seen: Known | null
}

interface Answer {
  readonly status: number
  /** The bookmark of a success, or the present one of a refused change. */
  readonly bookmark: Known | null
}

interface Answered {
  readonly call: Call
  readonly answer: Answer
}

const knownOf = ({ id, audioBook, startSeconds, note, version }: Bookmark): Known => ({
  id,
  book: audioBook?.id ?? Number.NaN,
  startSeconds,
  note,
  version,
})

async function ask(call: Call, { headers }: Person): Promise<Answered> {
  const { kind, node, clientId, seconds: startSeconds, seen } = call
  const asked = {
    add: { method: 'POST', payload: { audioBookId: books[startSeconds % 2], clientId, startSeconds } },
    change: {
      method: 'PUT',
      payload: { startSeconds, endSeconds: null, note: `${startSeconds}`, baseVersion: seen?.version },
    },
    remove: { method: 'DELETE' },
  } as const
  const url = seen ? `/api/bookmarks/me/${seen.id}` : '/api/bookmarks/me'
  const { statusCode, body } = await nodes[node].app.inject({ ...asked[kind], url, headers })
  return { call, answer: { status: statusCode, bookmark: bookmarkIn(statusCode, body) } }
}

function bookmarkIn(status: number, body: string): Known | null {
  if (status === 409) return knownOf((JSON.parse(body) as [StaleBookmark])[0].current)
  return status === 200 || status === 201 ? knownOf(JSON.parse(body) as Bookmark) : null
}

/** The model's answer and what is there then; a new id is the one that was answered. */
function take(state: State, { call, answer }: Answered): [Answer, State] {
  const { kind, clientId, seconds: startSeconds, seen } = call
  const present = state.get(clientId)
  const become = (known: Known): State => new Map(state).set(clientId, known)
  if (kind === 'add') {
    if (present) return [{ status: 200, bookmark: present }, state]
    const book = books[startSeconds % 2] as number
    const added = { id: answer.bookmark?.id ?? Number.NaN, book, startSeconds, note: '', version: 1 }
    return [{ status: 201, bookmark: added }, become(added)]
  }
  if (present?.id !== seen?.id || !present || !seen) return [{ status: 404, bookmark: null }, state]
  if (kind === 'remove')
    return [{ status: 204, bookmark: null }, new Map([...state].filter(([key]) => key !== clientId))]
  const changed = { ...present, startSeconds, note: `${startSeconds}`, version: seen.version + 1 }
  if (isSame(present, changed)) return [{ status: 200, bookmark: present }, state]
  if (present.version !== seen.version) return [{ status: 409, bookmark: present }, state]
  return [{ status: 200, bookmark: changed }, become(changed)]
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What is there after each order of the calls in which the model gives the very same answers. */
function* ends(state: State, left: readonly Answered[]): Generator<State> {
  if (left.length === 0) yield state
  for (const one of left) {
    const [answer, next] = take(state, one)
    if (isSame(answer, one.answer))
      yield* ends(
        next,
        left.filter((other) => other !== one),
      )
  }
}

async function list(node: 0 | 1, { headers }: Person): Promise<State> {
  const { body } = await nodes[node].app.inject({ url: '/api/bookmarks/me?pageSize=100', headers })
  const { items } = JSON.parse(body) as { items: Bookmark[] }
  expect(new Set(items.map(({ clientId }) => clientId)).size).toBe(items.length)
  return new Map(items.map((bookmark) => [bookmark.clientId, knownOf(bookmark)]))
}

const sorted = (state: State) => [...state].toSorted(([one], [other]) => (one < other ? -1 : 1))

/** A device changes and removes only what it has seen. */
function callsOf(one: Step, clientId: string, state: State): Call[] {
  if (one.kind === 'add') return [{ ...one, clientId, seen: null }]
  const seen = state.get(clientId)
  return seen ? [{ ...one, clientId, seen }] : []
}

async function check(rounds: readonly (readonly Step[])[]): Promise<void> {
  const person = await makePerson(server)
  const clientIds = [randomUUID(), randomUUID(), randomUUID()]
  let state: State = new Map()
  for (const steps of rounds) {
    const before = state
    const calls = steps.flatMap((one) => callsOf(one, clientIds[one.place] as string, before))
    const answered = await Promise.all(calls.map((call) => ask(call, person)))
    const listed = await list(0, person)
    expect(sorted(await list(1, person))).toEqual(sorted(listed))
    const explained = [...ends(before, answered)].map(sorted)
    expect(explained).toContainEqual(sorted(listed))
    state = listed
  }
}

it('whatever two devices do at once is answered and kept as if they did it one after the other', {
  timeout: 120_000,
}, async () => {
  const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 })
  await fc.assert(fc.asyncProperty(rounds, check), { numRuns: walks(20) })
})
