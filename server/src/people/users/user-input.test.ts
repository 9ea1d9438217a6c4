import * as auth from '@earmark/contract/auth.ts'
import type { Endpoint } from '@earmark/contract/endpoint.ts'
import { createUser, updateProfile, updateUser } from '@earmark/contract/users.ts'
import { describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson, makeUser, password } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'

/** Names, addresses and new passwords keep to the same rules in every call that takes them. */

const server = await forAllTests(startTestServer())
const admin = await makePerson(server, 'Admin')
const { account } = await makePerson(server)
const { id } = account
const fresh = { email: 'refused@example.org', name: 'Refused' }
const token = 'x'.repeat(43)

interface Call {
  readonly endpoint: Endpoint
  readonly params?: object
  /** A body that is accepted, or refused for its token alone. */
  readonly body: object
  /** The names of its fields. */
  readonly name?: string
  readonly email?: string
  readonly newPassword?: string
}

const calls: Call[] = [
  {
    endpoint: auth.register,
    body: { ...fresh, password },
    name: 'name',
    email: 'email',
    newPassword: 'password',
  },
  { endpoint: createUser, body: fresh, name: 'name', email: 'email', newPassword: 'newPassword' },
  {
    endpoint: updateUser,
    params: { id },
    body: { ...fresh, id },
    name: 'name',
    email: 'email',
    newPassword: 'newPassword',
  },
  { endpoint: updateProfile, body: { id: admin.account.id, name: 'Refused' }, name: 'name' },
  { endpoint: auth.changePassword, body: { currentPassword: password }, newPassword: 'newPassword' },
  { endpoint: auth.resetPassword, body: { email: account.email, token }, newPassword: 'newPassword' },
  { endpoint: auth.changeEmail, body: { password }, email: 'newEmail' },
  { endpoint: auth.resendConfirmEmail, body: {}, email: 'email' },
  { endpoint: auth.forgotPassword, body: {}, email: 'email' },
]

const [short, upper, lower, digit, special] = [
  'PasswordTooShort',
  'PasswordRequiresUpper',
  'PasswordRequiresLower',
  'PasswordRequiresDigit',
  'PasswordRequiresNonAlphanumeric',
] as const

type Rule = readonly [kind: 'name' | 'email' | 'newPassword', given: unknown, codes: readonly string[]]

const rules: Rule[] = [
  ...[undefined, null, '', ' \u00a0'].map((given): Rule => ['name', given, ['NameRequired']]),
  ...['a\u0000', 'Ada\r\nBcc: all@example.org', 'a'.repeat(201), 7].map(
    (given): Rule => ['name', given, ['InvalidBody']],
  ),
  ...[undefined, null, '', 'nowhere', 'a\u0000@example.org'].map(
    (given): Rule => ['email', given, ['InvalidEmail']],
  ),
  ['email', 7, ['InvalidBody']],
  ['newPassword', 'Aa1!', [short]],
  ['newPassword', 'quiet-reading-1', [upper]],
  ['newPassword', 'QUIET-READING-1', [lower]],
  ['newPassword', 'Quiet-reading', [digit]],
  ['newPassword', 'Quietreading1', [special]],
  ['newPassword', 'weak', [short, upper, digit, special]],
  ['newPassword', 'Aa1!'.repeat(251), ['InvalidBody']],
  ['newPassword', 7, ['InvalidBody']],
]

describe.each(calls)('$endpoint.method $endpoint.url', ({ endpoint, params, body, ...fields }) => {
  const own = rules.flatMap(([kind, given, codes]) => {
    const field = fields[kind]
    return field === undefined ? [] : [[field, given, codes] as const]
  })

  it.each(own)('with the %s %j answers 400 %j and changes nothing', async (field, given, codes) => {
    const before = await server.deps.db.connection.selectFrom('users').selectAll().execute()
    const input = { ...(params && { params }), body: { ...body, [field]: given } }
    const refused = await server.attempt(endpoint, input as { body: unknown }, admin.headers)
    expect(refused).toMatchObject({ status: 400, codes })
    expect(refused.errors.map((error) => error.field)).toEqual(codes.map(() => field))
    expect(refused.headers['cache-control']).toBe('no-store')
    expect(refused.body).not.toMatch(/Aa1!|reading/i)
    expect(await server.deps.db.connection.selectFrom('users').selectAll().execute()).toEqual(before)
  })
})

it('all that is wrong is told at once', async () => {
  const wrong = { email: '', name: '', role: 'x', newPassword: 'Quietreading' }
  const added = await server.attempt(createUser, { body: wrong }, admin.headers)
  expect(added.codes).toEqual(['InvalidEmail', 'NameRequired', 'InvalidRole', digit, special])
  const registered = await server.attempt(auth.register, { body: { email: '', password: 'Abc1!', name: '' } })
  expect(registered.codes).toEqual(['InvalidEmail', short, 'NameRequired'])
  expect(await makeUser(server, { email: fresh.email })).toMatchObject({ email: fresh.email })
})
