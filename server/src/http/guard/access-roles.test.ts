import type { Role } from '@earmark/contract/roles.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import * as profile from '../../people/users/profile.routes.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'
import { type Access, apiAccess } from './access.ts'
import { publicRead } from '../responses/public-read.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

/**
 * What no call asks for yet, on calls made for these tests: each role that a route can ask for, in the table and
 * in the shipped app.
 */
function alsoRegister(register: (api: FastifyInstance) => void): void {
  const { registerProfile } = profile
  vi.spyOn(profile, 'registerProfile').mockImplementation((api, deps) => {
    registerProfile(api, deps)
    register(api as unknown as FastifyInstance)
  })
}

const table = apiAccess as Record<string, Access>
const paths = { User: '/scratch/user', Editor: '/scratch/editor', Admin: '/scratch/admin' } as const
const roles = ['User', 'Editor', 'Admin'] as const

function registerScratch(api: FastifyInstance): void {
  const schema = { hide: true }
  for (const role of roles) api.get(paths[role], { schema }, ({ viewer }) => ({ ...viewer }))
}

const people = {} as Record<Role, Person>
for (const role of roles) table[`GET ${paths[role]}`] = role
alsoRegister(registerScratch)
const server = await forAllTests(startTestServer())
for (const role of roles) people[role] = await makePerson(server, role)
afterAll(() => {
  for (const role of roles) Reflect.deleteProperty(table, `GET ${paths[role]}`)
})

async function statusOf(person: Person, role: Role): Promise<number> {
  return (await server.app.inject({ url: `/api${paths[role]}`, headers: person.headers })).statusCode
}

async function setRole({ account }: Person, role: Role): Promise<void> {
  const change = server.deps.db.connection.updateTable('users').set({ role })
  await change.where('id', '=', account.id).execute()
}

describe('a call that asks for a role', () => {
  it.each([
    ['User', [200, 403, 403]],
    ['Editor', [200, 200, 403]],
    ['Admin', [200, 200, 200]],
  ] as const)('admits a %s as far as the role goes', async (role, statuses) => {
    const found = []
    for (const asked of roles) found.push(await statusOf(people[role], asked))
    expect(found).toEqual(statuses)
  })

  it('says 403 Forbidden, kept by nobody, to somebody who has a lower one', async () => {
    const { headers } = people.User
    for (const method of ['GET', 'HEAD'] as const) {
      const refused = await server.app.inject({ method, url: `/api${paths.Editor}`, headers })
      expect(refused.statusCode).toBe(403)
      expect(refused.headers).toMatchObject({ 'cache-control': 'no-store' })
      expect(refused.headers).not.toHaveProperty('www-authenticate')
      if (method === 'GET') expect(refused.json()).toMatchObject([{ code: 'Forbidden' }])
    }
  })

  it('knows who calls', async () => {
    const { headers, account } = people.Editor
    const { json } = await server.app.inject({ url: `/api${paths.User}`, headers })
    expect(json()).toEqual({ userId: account.id, role: 'Editor', sessionId: expect.any(String) })
  })

  it('goes by the role of this moment, whatever the token says', async () => {
    const person = await makePerson(server, 'User')
    expect(await statusOf(person, 'Editor')).toBe(403)
    await setRole(person, 'Editor')
    expect(await statusOf(person, 'Editor')).toBe(200)
    expect(await statusOf(person, 'Admin')).toBe(403)
    await setRole(person, 'Admin')
    expect(await statusOf(person, 'Admin')).toBe(200)
    await setRole(person, 'User')
    expect(await statusOf(person, 'Admin')).toBe(403)
    expect(await statusOf(person, 'User')).toBe(200)
  })

  it('shows its answers to nobody else: they are kept by nobody', async () => {
    const { headers } = await server.app.inject({ url: `/api${paths.User}`, headers: people.User.headers })
    expect(headers).toMatchObject({ 'cache-control': 'no-store' })
    expect((await server.app.inject(`/api${paths.User}`)).statusCode).toBe(401)
  })
})

describe('the start is stopped by a call that asks for a role', () => {
  afterEach(() => Reflect.deleteProperty(table, 'GET /scratch/odd'))

  it('where no guard stands', async () => {
    alsoRegister(registerScratch)
    const app = await buildApp(server.deps, { webFolder: null })
    table['GET /scratch/odd'] = 'Admin'
    expect(() => app.get('/api/scratch/odd', () => ({}))).toThrow('Nobody would be turned away')
    await app.close()
  })

  it('and whose answers would be kept for everyone', async () => {
    table['GET /scratch/odd'] = 'Admin'
    alsoRegister((api) => void api.get('/scratch/odd', publicRead('audio-books'), () => ({})))
    await expect(buildApp(server.deps, { webFolder: null })).rejects.toThrow('would be kept for everyone')
  })
})
