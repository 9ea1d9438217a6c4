import { type PagedQuery, pagedQuery } from '@earmark/contract/paging.ts'
import type { Role } from '@earmark/contract/roles.ts'
import { getUser, listUsers, pageUsers, updateUser, userSortFields } from '@earmark/contract/users.ts'
import { describe, expect, it } from 'vitest'
import { makeUser, signInAs } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'
import type { UserSortField } from './user-pages.queries.ts'
import type { Account } from './users.queries.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

/** In the order in which they are made; names and addresses differ in nothing but case and accents for some. */
const people: [email: string, name: string, role: Role, isConfirmed: boolean][] = [
  ['m-admin@example.org', 'Mira', 'Admin', true],
  ['Zoe@example.org', 'émile', 'User', true],
  ['a_b@example.org', 'Emile', 'Editor', false],
  ['abel@library.example', 'Zed', 'User', false],
  ['B@example.org', 'abe', 'Admin', true],
]

const accounts: Account[] = []
const server = await forAllTests(startTestServer())
for (const [email, name, role, isConfirmed] of people) {
  accounts.push(await makeUser(server, { email, name, role, isConfirmed }))
}
const admin = await signInAs(server, accounts[0] as Account)

async function page(parts: Partial<PagedQuery<UserSortField>>) {
  return await server.call(pageUsers, { querystring: pagedQuery(parts) }, admin.headers)
}

async function emails(parts: Partial<PagedQuery<UserSortField>>): Promise<string[]> {
  return (await page(parts)).items.map(({ email }) => email.split('@')[0] as string)
}

describe('one user', () => {
  it.each(['1', 'nobody', 'a%00b', '00000000-0000-4000-8000-000000000000', '%7B%7D'])(
    'is not found by %s',
    async (id) => {
      const found = await server.app.inject({ url: `/api/users/${id}`, headers: admin.headers })
      expect(found.statusCode).toBe(404)
      expect(found.json()).toMatchObject([{ code: 'NotFound' }])
    },
  )

  it('is shown without any hash, and kept by nobody', async () => {
    const { id, name } = accounts[2] as Account
    for (const given of [id, id.toUpperCase()]) {
      const { body, headers } = await server.attempt(getUser, { params: { id: given } }, admin.headers)
      expect(JSON.parse(body)).toEqual({
        id,
        email: 'a_b@example.org',
        emailConfirmed: false,
        name,
        role: 'Editor',
      })
      expect(headers['cache-control']).toBe('no-store')
      expect(headers).not.toHaveProperty('etag')
    }
  })
})

describe('all users', () => {
  it('are listed in the order in which they were added, without hashes', async () => {
    const { body, headers } = await server.attempt(listUsers, {}, admin.headers)
    const listed = JSON.parse(body) as { email: string }[]
    expect(listed.map(({ email }) => email)).toEqual(people.map(([email]) => email))
    expect(body).not.toMatch(/hash|argon2|password/i)
    expect(headers['cache-control']).toBe('no-store')
  })
})

describe('a page of users', () => {
  it.each([
    ['sortBy=createdAt', 'sortBy'],
    ['sortBy=relevance', 'sortBy'],
    ['pageNumber=0', 'pageNumber'],
    ['pageSize=101', 'pageSize'],
    ['sortOrder=up', 'sortOrder'],
  ])('is refused for %s', async (query, field) => {
    const refused = await server.app.inject({ url: `/api/users/paged?${query}`, headers: admin.headers })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject([{ code: 'InvalidQuery', field }])
  })

  it.each([
    ['id', ['m-admin', 'Zoe', 'a_b', 'abel', 'B']],
    ['email', ['a_b', 'abel', 'B', 'm-admin', 'Zoe']],
    ['name', ['B', 'Zoe', 'a_b', 'm-admin', 'abel']],
    ['emailConfirmed', ['a_b', 'abel', 'm-admin', 'Zoe', 'B']],
    ['role', ['m-admin', 'B', 'a_b', 'Zoe', 'abel']],
  ] as const)('is sorted by %s both ways, ties by the order of creation', async (sortBy, expected) => {
    expect(await emails({ sortBy })).toEqual(expected)
    expect(await emails({ sortBy, sortOrder: 'desc' })).toEqual(expected.toReversed())
  })

  it.each(userSortFields)('sorted by %s neither skips nor repeats anybody', async (sortBy) => {
    for (const sortOrder of ['asc', 'desc'] as const) {
      for (const search of ['', 'example']) {
        const turned: string[] = []
        for (const pageNumber of [1, 2, 3]) {
          turned.push(...(await emails({ sortBy, sortOrder, search, pageNumber, pageSize: 2 })))
        }
        expect(turned).toEqual(await emails({ sortBy, sortOrder, search }))
        expect(turned).toHaveLength(5)
      }
    }
  })

  it('says how many there are and what was asked, past the end too', async () => {
    const query = { pageNumber: Number.MAX_SAFE_INTEGER, pageSize: 100 }
    expect(await page(query)).toEqual({ items: [], totalCount: 5, pagedQuery: pagedQuery(query) })
    expect(await page({ ...query, search: 'library' })).toMatchObject({ items: [], totalCount: 1 })
    const byRelevance = { ...query, search: 'library', sortBy: 'relevance' as const }
    expect(await page(byRelevance)).toMatchObject({ items: [], totalCount: 1 })
  })

  it('shows no hash and is kept by nobody', async () => {
    const { body, headers } = await server.attempt(pageUsers, {}, admin.headers)
    expect(body).not.toMatch(/hash|argon2|password/i)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers).not.toHaveProperty('etag')
  })
})

describe('a search for users', () => {
  it.each([
    ['library', ['abel']],
    ['ABEL@library.example', ['abel']],
    ['emile', ['Zoe', 'a_b']],
    ['EMILE example', ['Zoe', 'a_b']],
    ['zed', ['abel']],
    ['%', []],
    ['nobody at all', []],
  ])('finds %s in addresses and names', async (search, expected) => {
    expect(await emails({ search })).toEqual(expected)
    expect((await emails({ search, sortBy: 'relevance' })).toSorted()).toEqual(expected.toSorted())
  })

  it('puts who goes by the name before those whose address has it, whatever the direction', async () => {
    const named = await makeUser(server, { email: 'q1@example.org', name: 'Someone Vesper' })
    const addressed = await makeUser(server, { email: 'vesper@example.org', name: 'Q' })
    for (const sortOrder of ['asc', 'desc'] as const) {
      const { items } = await page({ search: 'vesper', sortBy: 'relevance', sortOrder })
      expect(items.map(({ id }) => id)).toEqual([named.id, addressed.id])
    }
    const body = { id: named.id, email: 'q1@example.org', name: 'Somebody Matin' }
    await server.call(updateUser, { params: { id: named.id }, body }, admin.headers)
    expect(await emails({ search: 'vesper' })).toEqual(['vesper'])
    expect(await emails({ search: 'matin' })).toEqual(['q1'])
  })
})
