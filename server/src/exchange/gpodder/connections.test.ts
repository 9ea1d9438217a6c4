import { maxDevices } from '@earmark/contract/limits.ts'
import { addDevice, answerConnection, getConnection, listDevices } from '@earmark/contract/devices.ts'
import { expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson } from '../../testing/people.ts'
import { askGpodder } from '../../testing/podcast-app.ts'
import { startTestServer } from '../../testing/server.ts'

const server = await forAllTests(startTestServer())
const root = '/index.php/login/v2'

async function begin() {
  const { json } = await askGpodder(server, 'POST', root, '', { 'user-agent': 'AntennaPod/3.4.0' })
  return { token: new URL(json.login).pathname.replace('/connect/', ''), ...json } as {
    token: string
    login: string
    poll: { token: string; endpoint: string }
  }
}

const poll = async (token: string) =>
  await askGpodder(server, 'POST', `${root}/poll`, `token=${token}`, {
    'content-type': 'application/x-www-form-urlencoded',
  })
const answer = async (token: string, allow: boolean, headers: Record<string, string>) =>
  await server.attempt(answerConnection, { params: { token }, body: { allow } }, headers)

it('gives an app a password that a signed-in listener allows, once', async () => {
  const person = await makePerson(server)
  const { token, login, poll: polled } = await begin()
  expect(login).toBe(`http://localhost:3000/connect/${token}`)
  expect(polled.endpoint).toBe(`http://localhost:3000/gpodder${root}/poll`)
  expect(await poll(polled.token)).toMatchObject({ status: 404 })
  const asked = await server.call(getConnection, { params: { token } }, person.headers)
  expect(asked).toMatchObject({ app: 'AntennaPod' })
  expect(await answer(token, true, person.headers)).toMatchObject({ status: 204 })
  expect(await answer(token, true, person.headers)).toMatchObject({ status: 404 })
  const { status, json } = await poll(polled.token)
  expect([status, json.server, json.loginName]).toEqual([
    200,
    'http://localhost:3000/gpodder',
    person.account.email,
  ])
  expect(await poll(polled.token)).toMatchObject({ status: 404 })
  const authorization = `Basic ${Buffer.from(`${json.loginName}:${json.appPassword}`).toString('base64')}`
  const path = '/index.php/apps/gpoddersync/subscriptions'
  expect(await askGpodder(server, 'GET', path, undefined, { authorization })).toMatchObject({ status: 200 })
  expect(await server.call(listDevices, {}, person.headers)).toMatchObject([{ name: 'AntennaPod' }])
})

it('gives none where the listener presses Not now, or after five minutes', async () => {
  const { headers } = await makePerson(server)
  const refused = await begin()
  expect(await answer(refused.token, false, headers)).toMatchObject({ status: 204 })
  expect(await server.attempt(getConnection, { params: { token: refused.token } }, headers)).toMatchObject({
    status: 404,
  })
  const late = await begin()
  server.time.now += 5 * 60_000
  expect(await answer(late.token, true, headers)).toMatchObject({ status: 404 })
  expect(await poll(late.poll.token)).toMatchObject({ status: 404 })
})

it('gives none to an account that has twenty', async () => {
  const { headers } = await makePerson(server)
  for (let count = 0; count < maxDevices; count += 1)
    await server.call(addDevice, { body: { name: 'App' } }, headers)
  const { token, poll: polled } = await begin()
  expect(await answer(token, true, headers)).toMatchObject({ status: 409, codes: ['TooManyDevices'] })
  expect(await poll(polled.token)).toMatchObject({ status: 404 })
})

it('is for apps: pages may not ask', async () => {
  const headers = { origin: 'https://evil.example' }
  expect(await askGpodder(server, 'POST', root, '', headers)).toMatchObject({ status: 403 })
})
