import { expect, it } from 'vitest'
import { openTestDatabase } from '../testing/engines.ts'
import { forAllTests } from '../testing/for-all-tests.ts'
import { insertJobs } from './jobs.queries.ts'

const db = await forAllTests(openTestDatabase())
const jobs = db.connection.selectFrom('jobs').where('kind', '=', 'kind')

it('queues many jobs at once, one for each subject, in the place of those that there are', async () => {
  const many = Array.from({ length: 5_000 }, (_, place) => ({ subject: `${place}`, payload: { place } }))
  await insertJobs(db, 'kind', [...many, { subject: '7', payload: { place: -7 } }], 1)
  await insertJobs(db, 'kind', [{ subject: '8', payload: { place: -8 } }], 2)
  await insertJobs(db, 'kind', [], 3)
  const rows = await jobs.orderBy('id').select(['subject', 'payload', 'version', 'due_at']).execute()
  expect(rows).toHaveLength(many.length)
  expect(rows.slice(6, 9)).toEqual([
    { subject: '6', payload: '{"place":6}', version: 1, due_at: 1 },
    { subject: '7', payload: '{"place":-7}', version: 1, due_at: 1 },
    { subject: '8', payload: '{"place":-8}', version: 2, due_at: 2 },
  ])
})
