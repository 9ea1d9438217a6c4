import { includesRole, type Role } from '@earmark/contract/roles.ts'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { issueAccessToken } from '../../people/sessions/access-tokens.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import { startTestServer, makeWebFolder } from '../../testing/server.ts'
import { type Access, apiAccess, openToEveryone } from './access.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const server = await forAllTests(startTestServer())
const bearers = await makeBearers()

/** Who calls, and what the guard takes them for. */
const callers: Record<string, Role | null> = {
  nobody: null,
  'an empty header': null,
  garbage: null,
  'another scheme': null,
  'an expired token': null,
  'a refresh token': null,
  'a session that was ended': null,
  'somebody whose address is not confirmed any more': null,
  'somebody who was deleted': null,
  'a user': 'User',
  'an editor': 'Editor',
  'an administrator': 'Admin',
}

async function makeBearers(): Promise<Record<string, string>> {
  const { connection } = server.deps.db
  const [user, editor, admin, ended, unconfirmed, deleted] = (await Promise.all(
    (['User', 'Editor', 'Admin', 'Admin', 'Admin', 'Admin'] as const).map((role) => makePerson(server, role)),
  )) as [Person, Person, Person, Person, Person, Person]
  await connection.deleteFrom('sessions').where('user_id', '=', ended.account.id).execute()
  const unconfirm = connection.updateTable('users').set({ email_confirmed_at: null })
  await unconfirm.where('id', '=', unconfirmed.account.id).execute()
  await connection.deleteFrom('users').where('id', '=', deleted.account.id).execute()
  const session = await connection
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', admin.account.id)
    .executeTakeFirstOrThrow()
  const claims = { userId: admin.account.id, sessionId: session.id, role: 'Admin' } as const
  const expired = await issueAccessToken(server.deps.tokenKeys, claims, server.time.now - 16 * 60_000)
  return {
    'an empty header': '',
    garbage: 'Bearer eyJhbGciOiJub25lIn0.e30.',
    'another scheme': `Basic ${admin.accessToken}`,
    'an expired token': `Bearer ${expired}`,
    'a refresh token': `Bearer ${admin.refreshToken}`,
    'a session that was ended': `Bearer ${ended.accessToken}`,
    'somebody whose address is not confirmed any more': `Bearer ${unconfirmed.accessToken}`,
    'somebody who was deleted': `Bearer ${deleted.accessToken}`,
    'a user': `Bearer ${user.accessToken}`,
    'an editor': `Bearer ${editor.accessToken}`,
    'an administrator': `Bearer ${admin.accessToken}`,
  }
}

interface Call {
  readonly name: string
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly access: Access
}

/** Every line of the table; whatever can be read, with HEAD as well. */
const calls: Call[] = Object.entries(apiAccess).flatMap(([name, access]) => {
  const [method, path] = name.split(' ') as [Call['method'], string]
  const url = `/api${path.replace(/:\w+/g, '999999').replace('*', 'static/index.html')}`
  const call = { name, method, url, access }
  return method === 'GET' ? [call, { ...call, name: `HEAD ${path}`, method: 'HEAD' }] : [call]
})

/** With a body that nobody can read, where the call has one: no call gets as far as to do anything. */
async function make({ method, url }: Call, caller: string, payload = '{'): Promise<LightMyRequestResponse> {
  const authorization = bearers[caller]
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return await server.app.inject({
    method,
    url,
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody ? { payload } : {}),
  })
}

/** What the answer shows of the guard: who may pass is answered by the call itself, whatever it says. */
function verdict({ statusCode, headers, body }: LightMyRequestResponse) {
  if (statusCode !== 401 && statusCode !== 403) return 'passes'
  const { 'www-authenticate': challenge, 'cache-control': caching } = headers
  const code = body === '' ? undefined : (JSON.parse(body) as { code: string }[])[0]?.code
  return { statusCode, challenge, caching, code }
}

function expectedVerdict({ method, access }: Call, role: Role | null) {
  if (access === 'everyone' || includesRole(role, access)) return 'passes'
  const [statusCode, code, challenge] =
    role === null ? [401, 'Unauthorized', 'Bearer'] : [403, 'Forbidden', undefined]
  return { statusCode, challenge, caching: 'no-store', code: method === 'HEAD' ? undefined : code }
}

describe('every call of the API', () => {
  it.each(Object.entries(callers))('lets %s pass exactly where the table does', async (caller, role) => {
    const found: unknown[] = []
    for (const call of calls) found.push([call.name, verdict(await make(call, caller))])
    expect(found).toEqual(calls.map((call) => [call.name, expectedVerdict(call, role)]))
  })

  it.each(Object.keys(callers).filter((caller) => caller !== 'nobody'))(
    'that is open to everyone answers %s as it answers nobody',
    async (caller) => {
      // Logging out is the one that looks at the bearer, to end its session.
      const open = calls.filter(({ access, name }) => access === 'everyone' && name !== 'POST /auth/logout')
      for (const call of open) {
        for (const payload of ['{', '{}']) {
          const [expected, found] = [await make(call, 'nobody', payload), await make(call, caller, payload)]
          expect([call.name, found.statusCode, found.body]).toEqual([
            call.name,
            expected.statusCode,
            expected.body,
          ])
        }
      }
    },
  )

  it('turns away before it looks at what kind of body there is, or how much of it', async () => {
    const guarded = calls.filter(({ access, method }) => access !== 'everyone' && /PUT|POST/.test(method))
    expect(guarded.length).toBeGreaterThan(4)
    for (const { method, url } of guarded) {
      const picture = { 'content-type': 'image/png' }
      const unreadable = await server.app.inject({ method, url, headers: picture, payload: 'x' })
      expect(unreadable.statusCode).toBe(401)
      const large = { 'content-type': 'application/json' }
      const tooMuch = await server.app.inject({ method, url, headers: large, payload: 'x'.repeat(2 ** 21) })
      expect(tooMuch.statusCode).toBe(401)
    }
  })

  it('that is not for everyone says so in the OpenAPI document, and there is none without a line', async () => {
    const { paths } = (await server.app.inject('/api/openapi.json')).json<{
      paths: Record<string, Record<string, { security?: unknown }>>
    }>()
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { security }]) => [
        `${method.toUpperCase()} ${path.replace('/api', '').replace(/\{(\w+)\}/g, ':$1')}`,
        security === undefined ? 'everyone' : 'somebody',
      ]),
    )
    const undescribed = /openapi|docs/
    const listed = Object.entries(apiAccess)
      .filter(([name]) => !undescribed.test(name))
      .map(([name, access]) => [name, access === 'everyone' ? 'everyone' : 'somebody'])
    expect(Object.fromEntries(described)).toEqual(Object.fromEntries(listed))
  })
})

describe('the table', () => {
  it.each<[whose: string, calls: RegExp, access: Access]>([
    ['users are the administrators’', /^\w+ \/(users(?!\/profiles)|invitations)/, 'Admin'],
    ['what is one’s own is everybody’s who is signed in', / .*\/me(\/|$)/, 'User'],
    ['changes of the own account are its owner’s', /^POST \/auth\/(revoke|delete|change)-?/, 'User'],
    [
      'changes of the catalogue are the editors’',
      /^(POST|PUT|DELETE) \/(audio-books|podcasts|creators|series|collections|genres)/,
      'Editor',
    ],
    ['what is not public is the editors’', /^\w+ \/edit\//, 'Editor'],
    [
      'the catalogue is everyone’s to read',
      /^GET \/(audio-books|podcasts|creators|series|collections|genres|search)(?!.*\/(fields|feed)$)/,
      'everyone',
    ],
  ])('says that %s', (_whose, wanted, access) => {
    const matching = Object.entries(apiAccess).filter(([call]) => wanted.test(call))
    expect(matching.length).toBeGreaterThan(1)
    expect(matching.filter(([, found]) => found !== access)).toEqual([])
  })

  it('has the calls that there are, with and without the web app, and no others', async () => {
    await using webFolder = await makeWebFolder()
    await using whole = await startTestServer({ webFolder: webFolder.path, environment: { METRICS: 'true' } })
    const known = Object.keys(apiAccess).filter((call) => !call.endsWith('/*') && !call.startsWith('HEAD '))
    for (const { app } of [server, whole]) {
      const routes = listRoutes(app.printRoutes({ commonPrefix: false }))
      const inApi = routes.filter((route) => / \/api\/(?!docs\/)/.test(route))
      expect(inApi.map((route) => route.replace('/api', '')).toSorted()).toEqual(known.toSorted())
    }
  })

  it.each([
    ['GET', '/api/nowhere'],
    ['PUT', '/api/creators'],
    ['DELETE', '/api/docs/all'],
    ['GET', '/nowhere'],
    [['GET', 'DELETE'], '/api/creators/:id'],
    [['GET', 'DELETE'], '/api/users/profiles/me'],
  ])('stops the start when there is a %s %s', async (method, url) => {
    await using app = await buildApp(server.deps, { webFolder: null })
    const route = { method, url, handler: () => ({}) }
    expect(() => app.route(route)).toThrow('Nobody has said who may call')
  })

  it('is not passed over by a call that says of itself that it is open to everyone', async () => {
    await using app = await buildApp(server.deps, { webFolder: null })
    const route = { method: 'GET', url: '/api/nowhere', handler: () => ({}), ...openToEveryone }
    expect(() => app.route(route)).toThrow('Nobody has said who may call')
  })
})

describe('a route outside the API', () => {
  it('starts when it says that it is open to everyone, and needs no bearer then', async () => {
    await using app = await buildApp(server.deps, { webFolder: null })
    app.get('/nowhere', openToEveryone, () => ({ passed: true }))
    expect((await app.inject('/nowhere')).json()).toEqual({ passed: true })
  })

  it('stops the start when it asks for a role, which no guard would check', async () => {
    await using app = await buildApp(server.deps, { webFolder: null })
    const route = {
      method: 'GET',
      url: '/nowhere',
      handler: () => ({}),
      config: { access: 'Admin' },
    } as const
    expect(() => app.route(route)).toThrow('Nobody would be turned away')
  })
})

/** What `printRoutes` draws as a tree: `GET /path`, without HEAD and preflights. */
function listRoutes(tree: string): string[] {
  const path: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', piece = '', methods = ''] = /^([│ ]*)[├└]── (\S*) \((.*)\)/.exec(line) ?? []
    path.splice(indent.length / 4, path.length, piece)
    return methods
      .split(', ')
      .filter((method) => !['', 'HEAD', 'OPTIONS'].includes(method))
      .map((method) => `${method} ${path.join('')}`)
  })
}
