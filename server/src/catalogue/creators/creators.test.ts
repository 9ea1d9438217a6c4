import { getCreator, listCreators, pageCreators } from '@earmark/contract/creators.ts'
import { type PagedQuery, pagedQuery } from '@earmark/contract/paging.ts'
import { expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makeCreator } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import type { CreatorSortField } from './creators.queries.ts'

const server = await forAllTests(startTestServer())
const gull = await makeCreator(server, { nickname: 'Gull', name: null, surname: null })
await makeCreator(server, { nickname: 'anna', name: 'Zoë', surname: 'Ärmel' })
await makeCreator(server, { nickname: 'Ánna', name: 'abe', surname: 'Zed' })

async function nicknames(parts: Partial<PagedQuery<CreatorSortField>>): Promise<string[]> {
  const { items } = await server.call(pageCreators, { querystring: pagedQuery(parts) })
  return items.map((creator) => creator.nickname)
}

it('lists all creators by id', async () => {
  const creators = await server.call(listCreators, {})
  expect(creators.map((creator) => creator.nickname)).toEqual(['Gull', 'anna', 'Ánna'])
})

it('answers one creator, the names that are missing null', async () => {
  const creator = await server.call(getCreator, { params: { id: gull } })
  expect(creator).toMatchObject({ id: gull, nickname: 'Gull', name: null, surname: null })
})

it('does not know other ids', async () => {
  expect(await server.refusal('/creators/4711')).toMatchObject({
    status: 404,
    errors: [{ code: 'NotFound' }],
  })
})

it.each([
  ['nickname', ['anna', 'Ánna', 'Gull'], []],
  ['name', ['Ánna', 'anna'], ['Gull']],
  ['surname', ['anna', 'Ánna'], ['Gull']],
] as const)('sorts by %s, those without last in both orders', async (sortBy, named, without) => {
  expect(await nicknames({ sortBy })).toEqual([...named, ...without])
  expect(await nicknames({ sortBy, sortOrder: 'desc' })).toEqual([...named.toReversed(), ...without])
})

it('searches nickname, name and surname', async () => {
  expect(await nicknames({ search: 'ANNA' })).toEqual(['anna', 'Ánna'])
  expect(await nicknames({ search: 'zoe' })).toEqual(['anna'])
  expect(await nicknames({ search: 'zed' })).toEqual(['Ánna'])
  expect(await nicknames({ search: 'gull' })).toEqual(['Gull'])
})
