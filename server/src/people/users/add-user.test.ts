import { confirmEmail, login, register, resetPassword } from '@earmark/contract/auth.ts'
import { createUser, getUser } from '@earmark/contract/users.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkIn, makePerson, makeUser, password, takeMails } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'
import { roles } from '@earmark/contract/roles.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const server = await forAllTests(startTestServer())
const admin = await makePerson(server, 'Admin')

const add = async (body: object) => await server.attempt(createUser, { body }, admin.headers)

describe('adding a user is refused', () => {
  const fine = { email: 'refused@example.org', name: 'Ada' }
  it.each([
    [{ ...fine, role: 'admin' }, 'InvalidRole', 'role'],
    [{ ...fine, role: 'Owner' }, 'InvalidRole', 'role'],
    [{ ...fine, role: 3 }, 'InvalidBody', 'role'],
    [{ ...fine, emailConfirmed: 'yes' }, 'InvalidBody', 'emailConfirmed'],
    [{ ...fine, emailConfirmed: 1 }, 'InvalidBody', 'emailConfirmed'],
  ])('for %j as %s', async (body, code, field) => {
    const refused = await add(body)
    expect(refused.status).toBe(400)
    expect(refused.errors).toMatchObject([{ code, field }])
  })

  it('for an address that has an account, however it is written', async () => {
    const { email } = await makeUser(server)
    const refused = await add({ email: email.toUpperCase(), name: 'Ada' })
    expect(refused.status).toBe(409)
    expect(refused.errors).toMatchObject([{ code: 'DuplicateEmail', field: 'email' }])
    expect(await takeMails(server, email)).toEqual([])
  })

  it('for all but one of those who add the same address at once, or register it', async () => {
    const body = { email: 'twice@example.org', name: 'Ada', newPassword: password }
    const answers = await Promise.all([add(body), add(body), add({ ...body, email: 'TWICE@example.org' })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    await server.call(register, { body: { email: body.email, password, name: 'Eve' } })
  })
})

describe('a user who was added', () => {
  it('has an address of its own, and what was left open as it is by default', async () => {
    const open = { newPassword: null, role: '', emailConfirmed: '' }
    for (const [place, rest] of [{}, open, { newPassword: '', role: null, emailConfirmed: null }].entries()) {
      const { status, headers, body } = await add({
        email: `Open${place}@example.org`,
        name: ' Ada ',
        ...rest,
      })
      const user = JSON.parse(body) as { id: string }
      const expected = { email: `Open${place}@example.org`, name: 'Ada', role: 'User', emailConfirmed: false }
      expect([status, user]).toEqual([201, { id: user.id, ...expected }])
      expect(headers).toMatchObject({ location: `/api/users/${user.id}`, 'cache-control': 'no-store' })
      const { body: found } = await server.attempt(getUser, { params: user }, admin.headers)
      expect(found).toBe(body)
      expect(body).not.toMatch(/hash|argon2|password/i)
    }
  })

  it('with a password confirms the address by mail, then signs in', async () => {
    const email = 'Confirm.Me@example.org'
    const { body } = await add({ email, name: 'Ada', newPassword: password })
    expect(body).not.toContain(password)
    const signIn = { body: { userName: email, password } }
    expect(await server.attempt(login, signIn)).toMatchObject({ status: 401, codes: ['EmailNotConfirmed'] })
    const [mail, ...others] = await takeMails(server, email)
    expect([mail?.subject, others]).toEqual(['Confirm your e-mail address', []])
    const { userId, token } = linkIn(mail) as { userId: string; token: string }
    await server.call(confirmEmail, { body: { userId, token } })
    await server.call(login, signIn)
  })

  it('without one is mailed a link to set it, which confirms the address too', async () => {
    for (const emailConfirmed of [false, true]) {
      const email = `set-${emailConfirmed}@example.org`
      await add({ email, name: 'Ada', emailConfirmed })
      const [mail, ...others] = await takeMails(server, email)
      expect(others).toEqual([])
      const { token } = linkIn(mail) as { token: string }
      await server.call(resetPassword, { body: { email, token, newPassword: password } })
      await server.call(login, { body: { userName: email, password } })
    }
  })

  it('confirmed and with a password is told nothing and signs in at once', async () => {
    const email = 'ready@example.org'
    await add({ email, name: 'Ada', newPassword: password, emailConfirmed: true, role: 'Editor' })
    expect(await takeMails(server, email)).toEqual([])
    await server.call(login, { body: { userName: email, password } })
  })

  it('is given back as sent', async () => {
    let count = 0
    const letters = 'abcABC019.+_-'.split('')
    const local = fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 })
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .filter((text) => text.trim() !== '' && text.length <= 200 && !/\p{Cc}/u.test(text))
    const sent = fc.record({ local, name, role: fc.constantFrom(...roles), emailConfirmed: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(sent, async ({ local: part, ...user }) => {
        count += 1
        const email = `x${part.replaceAll('.', '')}Q${count}@Example.org`
        const added = await server.call(createUser, { body: { ...user, email } }, admin.headers)
        const found = await server.call(getUser, { params: { id: added.id } }, admin.headers)
        expect(found).toEqual({ ...user, email, name: user.name.trim(), id: added.id })
        expect(added).toEqual(found)
      }),
      { numRuns: 40 },
    )
  })
})
