import { randomUUID } from 'node:crypto'
import * as contract from '@earmark/contract/bookmarks.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { startNode } from '../../testing/nodes.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import { makeAudioBook, soundOf } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'

/** Two devices of one account at two nodes, their calls at once, against what each answer says. */

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
  seconds: fc.nat(99),
})

interface Walk {
  readonly person: Person
  readonly clientIds: readonly string[]
  /** What the devices have last seen, by client's id. */
  readonly seen: Map<string, contract.Bookmark>
}

async function ask(
  node: 0 | 1,
  { headers }: Person,
  method: 'POST' | 'PUT' | 'DELETE',
  id: string,
  body?: object,
) {
  const url = `/api/bookmarks/me${id}`
  const payload = body && { payload: body }
  const { statusCode, body: text } = await nodes[node].app.inject({ method, url, headers, ...payload })
  return { status: statusCode, answer: text === '' ? null : (JSON.parse(text) as unknown) }
}

interface Outcome {
  readonly step: Step
  readonly status: number
  /** Of a success with a bookmark, or the present one of a stale change. */
  readonly bookmark: contract.Bookmark | null
  readonly baseVersion: number
}

async function take(step: Step, { person, clientIds, seen }: Walk): Promise<Outcome | null> {
  const clientId = clientIds[step.place] as string
  const known = seen.get(clientId)
  const startSeconds = step.seconds
  if (step.kind === 'add') {
    const body = { audioBookId: books[step.seconds % 2], clientId, startSeconds }
    const { status, answer } = await ask(step.node, person, 'POST', '', body)
    return { step, status, bookmark: answer as contract.Bookmark, baseVersion: 0 }
  }
  if (!known) return null
  if (step.kind === 'remove') {
    const { status } = await ask(step.node, person, 'DELETE', `/${known.id}`)
    return { step, status, bookmark: null, baseVersion: known.version }
  }
  const body = { startSeconds, endSeconds: null, note: `${step.seconds}`, baseVersion: known.version }
  const { status, answer } = await ask(step.node, person, 'PUT', `/${known.id}`, body)
  const bookmark = status === 409 ? (answer as contract.StaleBookmark[])[0]?.current : answer
  return {
    step,
    status,
    bookmark: (bookmark ?? null) as contract.Bookmark | null,
    baseVersion: known.version,
  }
}

async function list(node: 0 | 1, { headers }: Person): Promise<contract.Bookmark[]> {
  const { body } = await nodes[node].app.inject({ url: '/api/bookmarks/me?pageSize=100', headers })
  return (JSON.parse(body) as { items: contract.Bookmark[] }).items
}

/** What holds of calls that ran at once. */
function checkOutcomes(outcomes: readonly Outcome[], before: Walk['seen'], walk: Walk): void {
  for (const clientId of walk.clientIds) {
    const of = outcomes.filter(({ step }) => walk.clientIds[step.place] === clientId)
    const made = of.filter(({ step, status }) => step.kind === 'add' && status === 201)
    const removed = of.filter(({ step, status }) => step.kind === 'remove' && status === 204)
    expect(removed.length).toBeLessThanOrEqual(made.length + (before.has(clientId) ? 1 : 0))
    expect(made.length).toBeLessThanOrEqual(removed.length + (before.has(clientId) ? 0 : 1))
    const won = of.filter(({ step, status }) => step.kind === 'change' && status === 200)
    // One change follows a version; others that succeed say the very same.
    expect(new Set(won.map(({ bookmark }) => bookmark?.note)).size).toBeLessThanOrEqual(1)
    for (const { bookmark, baseVersion } of won) expect(bookmark?.version).toBe(baseVersion + 1)
  }
}

async function check(rounds: readonly (readonly Step[])[]): Promise<void> {
  const person = await makePerson(server)
  const walk: Walk = { person, clientIds: [randomUUID(), randomUUID(), randomUUID()], seen: new Map() }
  for (const steps of rounds) {
    const outcomes = (await Promise.all(steps.map((one) => take(one, walk)))).filter((one) => one !== null)
    for (const { step, status } of outcomes) {
      const expected = { add: [200, 201], change: [200, 404, 409], remove: [204, 404] }[step.kind]
      expect(expected).toContain(status)
    }
    checkOutcomes(outcomes, new Map(walk.seen), walk)
    const [listed, other] = [await list(0, person), await list(1, person)]
    expect(other).toEqual(listed)
    expect(new Set(listed.map(({ clientId }) => clientId)).size).toBe(listed.length)
    for (const { bookmark, status } of outcomes.filter((one) => one.status === 201 || one.status === 200)) {
      const present = listed.find(({ clientId }) => clientId === bookmark?.clientId)
      // It was answered, so that it is there until somebody removes it.
      const isRemoved = outcomes.some((one) => one.status === 204 && one.step.kind === 'remove')
      if (!present) expect([status, isRemoved]).toEqual([status, true])
      else if (present.version === bookmark?.version && present.id === bookmark.id)
        expect(present).toEqual(bookmark)
    }
    walk.seen.clear()
    for (const bookmark of listed) walk.seen.set(bookmark.clientId, bookmark)
  }
}

it('no bookmark is doubled, lost or changed unseen, whatever two devices do at once', {
  timeout: 120_000,
}, async () => {
  const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 })
  await fc.assert(fc.asyncProperty(rounds, check), { numRuns: 40 })
})
