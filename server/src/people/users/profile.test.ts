import { getProfile, updateProfile } from '@earmark/contract/users.ts'
import { expect, it } from 'vitest'
import { makePerson } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'
import { searchByRelevance } from '../../db/search/search.queries.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const server = await forAllTests(startTestServer())
const person = await makePerson(server)

it('shows the own address and name, to nobody else and to no cache', async () => {
  const { id, email, name } = person.account
  const answer = await server.attempt(getProfile, {}, person.headers)
  expect(JSON.parse(answer.body)).toEqual({ id, email, name })
  expect(answer.headers['cache-control']).toBe('no-store')
})

it.each([
  [{ name: 'Ada' }, 'IdMismatch'],
  [{ id: 'somebody', name: 'Ada' }, 'IdMismatch'],
])('refuses %j as %s', async (body, code) => {
  const refused = await server.attempt(updateProfile, { body }, person.headers)
  expect(refused).toMatchObject({ status: 400, codes: [code] })
})

it('takes a new name, by which the account is found', async () => {
  const { id, email, seq } = person.account
  const changed = await server.call(updateProfile, { body: { id, name: ' Grace ' } }, person.headers)
  expect(changed).toEqual({ id, email, name: 'Grace' })
  const { connection, dialect } = server.deps.db
  const found = await searchByRelevance(connection, dialect, 'user', 'grace', { offset: 0, limit: 10 })
  expect(found.ids).toEqual([seq])
})
