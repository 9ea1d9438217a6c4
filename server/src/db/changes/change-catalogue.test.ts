import { pingDatabase } from '../database.ts'
import { expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { startTestServer } from '../../testing/server.ts'
import { type CatalogueChange, changeCatalogue } from './change-catalogue.ts'

const server = await forAllTests(startTestServer())

const file = { sha256: 'a'.repeat(64) }
const isPostgres = process.env.EARMARK_TEST_ENGINE === 'postgres'
const rows: [sentence: string, one: CatalogueChange, other: CatalogueChange, waits: boolean][] = [
  ['the same record', { changes: ['podcasts/1'] }, { changes: ['podcasts/1'] }, true],
  ['another record', { changes: ['podcasts/1'] }, { changes: ['podcasts/2'] }, !isPostgres],
  ['a new record', { changes: ['podcasts/+'] }, { changes: ['podcasts/+'] }, !isPostgres],
  [
    'a record of a list that is held',
    { changes: [], holds: ['podcasts'] },
    { changes: ['podcasts/1'] },
    true,
  ],
  ['a new one of it', { changes: [], holds: ['podcasts'] }, { changes: ['podcasts/+'] }, true],
  [
    'a list of which a record changes',
    { changes: ['podcasts/1'] },
    { changes: [], holds: ['podcasts'] },
    true,
  ],
  ['another list', { changes: [], holds: ['podcasts'] }, { changes: ['audio-books/1'] }, !isPostgres],
  ['the same file', { changes: [], files: [file, null] }, { changes: [], files: [undefined, file] }, true],
]

it.each(rows)('a change of %s waits as it has to', async (_sentence, one, other, waits) => {
  const order: string[] = []
  let second: Promise<void> | undefined
  await changeCatalogue(server.deps, one, async (transaction) => {
    second = changeCatalogue(server.deps, other, async () => void order.push('other'))
    // Longer than the other takes, if it does not wait.
    for (let turn = 0; turn < 100; turn += 1) await pingDatabase(transaction)
    if (!waits) await second
    order.push('one')
  })
  await second
  expect(order).toEqual(waits ? ['one', 'other'] : ['other', 'one'])
})

it('two that want each other’s records do not wait for ever', async () => {
  const orders = [
    ['podcasts/1', 'podcasts/2', 'audio-books/1'],
    ['audio-books/1', 'podcasts/2', 'podcasts/1'],
  ] as const
  const changes = orders.flatMap((order) => Array.from({ length: 20 }, () => order))
  const done = changes.map((change) => changeCatalogue(server.deps, { changes: change }, async () => 'done'))
  expect(new Set(await Promise.all(done))).toEqual(new Set(['done']))
})
