import { randomUUID } from 'node:crypto'
import { confirmEmail, login, register } from '@earmark/contract/auth.ts'
import { requestPath } from '@earmark/contract/endpoint.ts'
import { createInvitation } from '@earmark/contract/invitations.ts'
import type { Role } from '@earmark/contract/roles.ts'
import { updateUser } from '@earmark/contract/users.ts'
import { describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { startNode } from '../../testing/nodes.ts'
import { linkIn, makePerson, makeUser, password, takeMails } from '../../testing/people.ts'
import { type Attempt, startTestServer, type TestServer } from '../../testing/server.ts'
import { findAccountByEmail } from './users.queries.ts'

const started = (registration: string) =>
  forAllTests(startTestServer({ environment: { REGISTRATION: registration } }))
const open = await started('open')
const invited = await started('invitation')
const closed = await started('closed')
const admin = await makePerson(invited, 'Admin')

const week = 7 * 24 * 3_600_000
const newAddress = () => `${randomUUID()}@example.org`
const invitationIn = (link: string) => new URL(link).searchParams.get('invitation') as string

async function makeInvitation(role: Role, server = invited, by = admin): Promise<string> {
  const made = await server.call(createInvitation, { body: { role } }, by.headers)
  return invitationIn(made?.link ?? '')
}

function registerWith(invitation: string | null | undefined, email = newAddress(), server = invited) {
  return server.attempt(register, { body: { email, password, name: 'Ada', invitation } })
}

/** The role that somebody who registered has in the end. */
async function roleOf(email: string, server: TestServer): Promise<Role | undefined> {
  const { userId = '', token = '' } = linkIn((await takeMails(server, email))[0])
  await server.call(confirmEmail, { body: { userId, token } })
  await server.call(login, { body: { userName: email, password } })
  return (await findAccountByEmail(server.deps.db.connection, email))?.role
}

/** A second may begin between two answers. */
function withoutDate({ headers: { date: _date, ...headers }, ...answer }: Attempt) {
  return { ...answer, headers }
}

const refusal = (code: string) => ({ status: 403, codes: [code] })

describe('registration by invitation', () => {
  it.each(['User', 'Editor', 'Admin'] as const)(
    'makes a %s of somebody who is invited as one',
    async (role) => {
      const email = newAddress()
      expect(await registerWith(await makeInvitation(role), email)).toMatchObject({ status: 204, body: '' })
      expect(await roleOf(email, invited)).toBe(role)
    },
  )

  it.each([
    ['no invitation', undefined],
    ['an empty one', ''],
    ['null', null],
    ['one that was never made', 'x'.repeat(43)],
    ['a text that is none', '\u0000 or 1=1'],
  ])('refuses %s, alike whether or not the address has an account', async (_what, invitation) => {
    const { email: known } = await makeUser(invited)
    const [ofKnown, ofUnknown] = [await registerWith(invitation, known), await registerWith(invitation)]
    expect(ofKnown).toMatchObject(refusal('InvitationRequired'))
    expect(withoutDate(ofKnown)).toEqual(withoutDate(ofUnknown))
    expect(await takeMails(invited, known)).toEqual([])
  })

  it('takes an invitation once, and says kindly what has become of it', async () => {
    const invitation = await makeInvitation('User')
    await registerWith(invitation)
    const again = await registerWith(invitation)
    expect(again.errors).toEqual([
      {
        code: 'InvitationRequired',
        description: 'This invitation has been used or has ended. Please ask for a new one.',
        field: 'invitation',
      },
    ])
  })

  it('uses an invitation up also where the address has an account, whose owner is told', async () => {
    const { email } = await makeUser(invited)
    const invitation = await makeInvitation('Editor')
    expect(await registerWith(invitation, email)).toMatchObject({ status: 204, body: '' })
    expect((await takeMails(invited, email))[0]?.text).toContain('already')
    expect((await findAccountByEmail(invited.deps.db.connection, email))?.role).toBe('User')
    expect(await registerWith(invitation)).toMatchObject(refusal('InvitationRequired'))
  })

  it('keeps an invitation that came with a field to be corrected', async () => {
    const invitation = await makeInvitation('User')
    const body = { email: newAddress(), password: 'short', name: 'Ada', invitation }
    expect(await invited.attempt(register, { body })).toMatchObject({ status: 400 })
    expect(await registerWith(invitation)).toMatchObject({ status: 204 })
  })

  it('lets one of two have an invitation that both use at once, on two nodes', async () => {
    // SQLite has one.
    await using node = process.env.EARMARK_TEST_ENGINE === 'postgres' ? await startNode(invited) : null
    const invitation = await makeInvitation('Editor')
    const emails = [newAddress(), newAddress()]
    const nodes = [invited.app, (node ?? invited).app]
    const responses = await Promise.all(
      nodes.map((app, index) =>
        app.inject({
          method: 'POST',
          url: `/api${requestPath(register, {})}`,
          payload: { email: emails[index], password, name: 'Ada', invitation },
        }),
      ),
    )
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([204, 403]))
    const { connection } = invited.deps.db
    const made = await Promise.all(emails.map((email) => findAccountByEmail(connection, email)))
    expect(made.filter((account) => account !== undefined)).toMatchObject([{ role: 'Editor' }])
  })

  it.each([
    ['at once', 0],
    ['also by a node whose clock is behind', -1_000],
    ['a day later', 25 * 3_600_000],
  ])('gives an address that was registered and never confirmed its own role, %s', async (_when, waitMs) => {
    const email = newAddress()
    await registerWith(await makeInvitation('Admin'), email)
    const before = linkIn((await takeMails(invited, email))[0]) as Record<'userId' | 'token', string>
    invited.time.now += waitMs
    const { headers } = await makePerson(invited, 'Admin')
    const made = await invited.call(createInvitation, { body: { role: 'User' } }, headers)
    expect(await registerWith(invitationIn(made?.link ?? ''), email)).toMatchObject({ status: 204 })
    expect(await invited.attempt(confirmEmail, { body: before })).toMatchObject({ codes: ['InvalidToken'] })
    expect(await roleOf(email, invited)).toBe('User')
  })
})

describe('an invitation', () => {
  it('leads to the registration page, and ends after seven days', async () => {
    const maker = await makePerson(invited, 'Admin')
    const made = await invited.call(createInvitation, { body: { role: 'User' } }, maker.headers)
    const invitation = invitationIn(made?.link ?? '')
    expect(made).toEqual({
      link: `http://localhost:3000/auth/register?invitation=${invitation}`,
      expiresAt: new Date(invited.time.now + week).toISOString(),
    })
    const late = await makeInvitation('User', invited, maker)
    invited.time.now += week - 1
    expect(await registerWith(invitation)).toMatchObject({ status: 204 })
    invited.time.now += 1
    expect(await registerWith(late)).toMatchObject(refusal('InvitationRequired'))
  })

  it('is mailed where there is an address, in place of an earlier one', async () => {
    const maker = await makePerson(invited, 'Admin')
    const email = `Ada.${randomUUID()}@example.org`
    const links: string[] = []
    for (const role of ['Admin', 'Editor'] as const) {
      const answer = await invited.attempt(createInvitation, { body: { email, role } }, maker.headers)
      expect(answer).toMatchObject({ status: 204, body: '' })
      const [mail, ...more] = await takeMails(invited, email)
      expect([mail?.to?.[0]?.address, more]).toEqual([email, []])
      links.push(linkIn(mail).invitation ?? '')
    }
    expect(await registerWith(links[0])).toMatchObject(refusal('InvitationRequired'))
    expect(await registerWith(links[1], email)).toMatchObject({ status: 204 })
    expect(await roleOf(email, invited)).toBe('Editor')
  })

  it('is void once its maker is no administrator any more', async () => {
    const maker = await makePerson(invited, 'Admin')
    const boss = await makePerson(invited, 'Admin')
    const invitation = await makeInvitation('Admin', invited, maker)
    const { id, email, name } = maker.account
    const body = { id, email, name, role: 'User' } as const
    await invited.call(updateUser, { params: { id }, body }, boss.headers)
    expect(await registerWith(invitation)).toMatchObject(refusal('InvitationRequired'))
  })

  it.each([
    [{ role: 'Reader' }, 400, 'InvalidRole'],
    [{}, 400, 'InvalidRole'],
    [{ role: null }, 400, 'InvalidRole'],
    [{ role: 'User', email: 'nobody' }, 400, 'InvalidEmail'],
  ])('of %j is refused with %i %s', async (body, status, code) => {
    const { headers } = await makePerson(invited, 'Admin')
    expect(await invited.attempt(createInvitation, { body }, headers)).toMatchObject({
      status,
      codes: [code],
    })
  })

  it.each([null, ''])('without an address, %j, answers its link', async (email) => {
    const { headers } = await makePerson(invited, 'Admin')
    const body = { role: 'User', email }
    const made = await invited.attempt(createInvitation, { body }, headers)
    expect(made.status).toBe(201)
    const invitation = invitationIn((JSON.parse(made.body) as { link: string }).link)
    expect(await registerWith(invitation)).toMatchObject({ status: 204 })
  })

  it('for the address of an account is refused', async () => {
    const { headers, account } = await makePerson(invited, 'Admin')
    const body = { email: account.email.toUpperCase(), role: 'User' }
    const refused = await invited.attempt(createInvitation, { body }, headers)
    expect(refused).toMatchObject({ status: 409, codes: ['DuplicateEmail'] })
  })
})

describe('open registration', () => {
  it('needs no invitation, takes the role of one, and refuses one that has ended', async () => {
    const maker = await makePerson(open, 'Admin')
    const invitation = await makeInvitation('Editor', open, maker)
    const [plain, editor] = [newAddress(), newAddress()]
    expect(await registerWith(undefined, plain, open)).toMatchObject({ status: 204 })
    for (const none of [null, ''])
      expect(await registerWith(none, newAddress(), open)).toMatchObject({ status: 204 })
    expect(await registerWith(invitation, editor, open)).toMatchObject({ status: 204 })
    expect([await roleOf(plain, open), await roleOf(editor, open)]).toEqual(['User', 'Editor'])
    expect(await registerWith(invitation, newAddress(), open)).toMatchObject(refusal('InvitationRequired'))
  })
})

describe('closed registration', () => {
  it('refuses everybody alike, and makes no invitations', async () => {
    const maker = await makePerson(closed, 'Admin')
    const ofKnown = await registerWith('x', maker.account.email, closed)
    expect(ofKnown).toMatchObject(refusal('RegistrationClosed'))
    expect(await registerWith(undefined, newAddress(), closed)).toEqual(ofKnown)
    const made = await closed.attempt(createInvitation, { body: { role: 'User' } }, maker.headers)
    expect(made).toMatchObject(refusal('RegistrationClosed'))
  })
})
