import { randomUUID } from 'node:crypto'
import {
  changeEmail,
  confirmChangeEmail,
  deleteAccount,
  forgotPassword,
  login,
  resetPassword,
} from '@earmark/contract/auth.ts'
import { getProfile } from '@earmark/contract/users.ts'
import { describe, expect, it } from 'vitest'
import { linkIn, makePerson, makeUser, password, type Person, takeMails } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const server = await forAllTests(startTestServer())

const newAddress = () => `New.${randomUUID()}@example.org`

async function asked(person: Person, newEmail = newAddress()) {
  await server.call(changeEmail, { body: { password, newEmail } }, person.headers)
  const { userId = '', newEmail: linked = '', token = '' } = linkIn((await takeMails(server, newEmail))[0])
  return { userId, newEmail: linked, token }
}

describe('changing the address', () => {
  it('needs the password', async () => {
    const { headers } = await makePerson(server)
    const wrong = { password: 'Wrong-password-1', newEmail: newAddress() }
    const mismatch = await server.attempt(changeEmail, { body: wrong }, headers)
    expect(mismatch).toMatchObject({ status: 400, errors: [{ code: 'PasswordMismatch', field: 'password' }] })
  })

  it('mails a link to the new address and a notice to the old one, and changes nothing yet', async () => {
    const person = await makePerson(server)
    const link = await asked(person)
    const [notice] = await takeMails(server, person.account.email)
    expect(notice?.text).toContain(link.newEmail)
    expect(notice?.text).not.toContain(link.token)
    const profile = await server.call(getProfile, {}, person.headers)
    expect(profile.email).toBe(person.account.email)
  })

  it('takes effect by the link, and ends every session and every link to the old address', async () => {
    const person = await makePerson(server)
    const { email } = person.account
    await server.call(forgotPassword, { body: { email } })
    const old = linkIn((await takeMails(server, email))[0])
    const link = await asked(person)
    const other = await server.attempt(confirmChangeEmail, { body: { ...link, newEmail: newAddress() } })
    expect(other).toMatchObject({ status: 400, codes: ['InvalidToken'] })
    await server.call(confirmChangeEmail, { body: link })
    expect((await server.attempt(getProfile, {}, person.headers)).status).toBe(401)
    await server.call(login, { body: { userName: link.newEmail, password } })
    expect((await server.attempt(login, { body: { userName: email, password } })).status).toBe(401)
    const reset = { email: link.newEmail, token: old.token, newPassword: 'Louder-reading-2' }
    expect(await server.attempt(resetPassword, { body: reset })).toMatchObject({ codes: ['InvalidToken'] })
    expect(await server.attempt(confirmChangeEmail, { body: link })).toMatchObject({
      codes: ['InvalidToken'],
    })
  })

  it('says that an address is taken only by its mailed link', async () => {
    const person = await makePerson(server)
    const owner = await makeUser(server)
    await server.call(changeEmail, { body: { password, newEmail: owner.email } }, person.headers)
    const [mail] = await takeMails(server, owner.email)
    const taken = await server.attempt(confirmChangeEmail, { body: linkIn(mail) })
    expect(taken).toMatchObject({ status: 409, codes: ['DuplicateEmail'] })
  })

  it('is refused when somebody else has taken the address meanwhile, and can be tried again', async () => {
    const person = await makePerson(server)
    const link = await asked(person)
    const rival = await makeUser(server, { email: link.newEmail.toUpperCase() })
    const taken = await server.attempt(confirmChangeEmail, { body: link })
    expect(taken).toMatchObject({ status: 409, codes: ['DuplicateEmail'] })
    expect((await server.attempt(getProfile, {}, person.headers)).status).toBe(200)
    await server.deps.db.connection.deleteFrom('users').where('id', '=', rival.id).execute()
    await server.call(confirmChangeEmail, { body: link })
  })
})

describe('deleting the account', () => {
  it('needs the password, and takes everything along', async () => {
    const person = await makePerson(server)
    const body = { password: 'Wrong-password-1' }
    const refused = await server.attempt(deleteAccount, { body }, person.headers)
    expect(refused).toMatchObject({ status: 400, codes: ['PasswordMismatch'] })
    await server.call(deleteAccount, { body: { password } }, person.headers)
    expect((await server.attempt(getProfile, {}, person.headers)).status).toBe(401)
    const { email } = person.account
    const gone = await server.attempt(login, { body: { userName: email, password } })
    expect(gone).toMatchObject({ status: 401, codes: ['InvalidCredentials'] })
    await makeUser(server, { email })
  })

  it('is refused to the last administrator, also when two leave at once', async () => {
    const admins = [await makePerson(server, 'Admin'), await makePerson(server, 'Admin')]
    const answers = await Promise.all(
      admins.map(({ headers }) => server.attempt(deleteAccount, { body: { password } }, headers)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
    expect(answers.flatMap(({ codes }) => codes)).toEqual(['LastAdmin'])
  })
})
