import * as contract from '@earmark/contract/feed-tokens.ts'
import { expect, it } from 'vitest'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import { makePerson } from '../../../testing/people.ts'
import { startTestServer } from '../../../testing/server.ts'

const server = await forAllTests(startTestServer())

it('A token is told once, and never again', async () => {
  const { headers } = await makePerson(server)
  const made = await server.call(contract.addFeedToken, { body: { name: ' Phone ' } }, headers)
  expect(made).toMatchObject({ name: 'Phone', lastUsedAt: null })
  expect(made.token).toMatch(/^[\w-]{22}$/)
  const listed = await server.call(contract.listFeedTokens, {}, headers)
  expect(listed).toEqual([{ id: made.id, name: 'Phone', createdAt: made.createdAt, lastUsedAt: null }])
  const rows = await server.deps.db.connection.selectFrom('feed_tokens').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(made.token)
})

it('Tokens are their account’s own', async () => {
  const [one, other] = [await makePerson(server), await makePerson(server)]
  const { id } = await server.call(contract.addFeedToken, { body: { name: 'Phone' } }, one.headers)
  expect(await server.call(contract.listFeedTokens, {}, other.headers)).toEqual([])
  const params = { id }
  expect(await server.attempt(contract.removeFeedToken, { params }, other.headers)).toMatchObject({
    status: 404,
  })
  expect(await server.attempt(contract.removeFeedToken, { params }, one.headers)).toMatchObject({
    status: 204,
  })
  expect(await server.attempt(contract.removeFeedToken, { params }, one.headers)).toMatchObject({
    status: 404,
  })
})

it('An account has twenty at most, however many are asked for at once', async () => {
  const { headers } = await makePerson(server)
  const asked = Array.from({ length: 25 }, () =>
    server.attempt(contract.addFeedToken, { body: { name: 'Phone' } }, headers),
  )
  const answers = await Promise.all(asked)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(answers.filter(({ codes }) => codes.includes('TooManyTokens'))).toHaveLength(5)
})

it.each([
  ['no name', {}, 'NameRequired'],
  ['an empty name', { name: '' }, 'InvalidBody'],
  ['a blank name', { name: '  ' }, 'InvalidBody'],
  ['a long name', { name: 'x'.repeat(101) }, 'InvalidBody'],
])('%s is refused', async (_what, body, code) => {
  const { headers } = await makePerson(server)
  expect(await server.attempt(contract.addFeedToken, { body }, headers)).toMatchObject({
    status: 400,
    codes: [code],
  })
})
