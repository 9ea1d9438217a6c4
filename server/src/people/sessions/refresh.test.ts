import { randomUUID } from 'node:crypto'
import { refresh } from '@earmark/contract/auth.ts'
import { describe, expect, it } from 'vitest'
import { makePerson, type Person, signInAs } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'
import { claimsOf, expectEnded, expectLiving, expectRefused, refreshed } from './testing/bearers.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const server = await forAllTests(startTestServer())

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

async function rowsOf({ account }: Person) {
  const { connection } = server.deps.db
  return await connection.selectFrom('sessions').selectAll().where('user_id', '=', account.id).execute()
}

describe('a refresh token', () => {
  it('is exchanged for another, and the access token for one that lives from now', async () => {
    const ada = await makePerson(server)
    server.time.now += 14 * minuteMs
    const next = await refreshed(server, ada)
    expect(next.refreshToken).not.toBe(ada.refreshToken)
    const now = Math.floor(server.time.now / 1000)
    const own = { iat: now, exp: now + 15 * 60, jti: expect.any(String) }
    expect(claimsOf(next)).toEqual({ ...claimsOf(ada), ...own })
    await expectLiving(server, ada)
    server.time.now += minuteMs
    await expectLiving(server, ada, false)
    await expectLiving(server, next)
  })

  it('brings another access token, also within one second', async () => {
    const ada = await makePerson(server)
    const next = await refreshed(server, ada)
    expect(next.accessToken).not.toBe(ada.accessToken)
    await expectLiving(server, next)
  })

  it('is not in the database, only its hash is', async () => {
    const ada = await makePerson(server)
    const next = await refreshed(server, ada)
    const rows = JSON.stringify(await rowsOf(ada))
    for (const { refreshToken } of [ada, next]) {
      expect(rows).not.toContain(refreshToken)
      expect(rows).not.toContain(refreshToken.split('.').at(-1))
    }
    expect(rows).toMatch(/"refresh_hash":"[0-9a-f]{64}"/)
  })

  it('gives the same successor again within 30 seconds to the same device', async () => {
    const ada = await makePerson(server)
    const next = await refreshed(server, ada)
    server.time.now += 30_000
    expect((await refreshed(server, ada)).refreshToken).toBe(next.refreshToken)
    expect((await refreshed(server, { ...ada, deviceId: ada.deviceId.toUpperCase() })).refreshToken).toBe(
      next.refreshToken,
    )
    await expectLiving(server, await refreshed(server, next))
  })

  it('ends its session when it comes again after 30 seconds', async () => {
    const ada = await makePerson(server)
    const next = await refreshed(server, ada)
    server.time.now += 30_001
    await expectRefused(server, ada)
    await expectEnded(server, next)
    expect(await rowsOf(ada)).toEqual([])
  })

  it('ends its session when it was exchanged twice since, however fast', async () => {
    const ada = await makePerson(server)
    const latest = await refreshed(server, await refreshed(server, ada))
    await expectRefused(server, ada)
    await expectEnded(server, latest)
  })

  it.each(['the current one', 'the one before, within 30 seconds'])(
    'ends its session when it comes from another device: %s',
    async (which) => {
      const ada = await makePerson(server)
      const next = await refreshed(server, ada)
      const stolen = which === 'the current one' ? next : ada
      await expectRefused(server, { ...stolen, deviceId: randomUUID() })
      await expectEnded(server, next)
    },
  )

  it('that is stolen ends no other session', async () => {
    const ada = await makePerson(server)
    const onPhone = await signInAs(server, ada.account)
    await expectRefused(server, { ...ada, deviceId: onPhone.deviceId })
    await expectEnded(server, ada)
    await expectLiving(server, await refreshed(server, onPhone))
  })

  it('lives 30 days from its last use', async () => {
    const ada = await makePerson(server)
    server.time.now += 30 * dayMs - 1
    const next = await refreshed(server, ada)
    server.time.now += 30 * dayMs - 1
    const last = await refreshed(server, next)
    server.time.now += 30 * dayMs
    await expectEnded(server, last)
  })

  it.each([
    ['none', {}],
    ['an empty one', { 'x-deviceid': '' }],
    ['a name', { 'x-deviceid': 'my-phone' }],
    ['two', { 'x-deviceid': `${randomUUID()}, ${randomUUID()}` }],
    ['one without hyphens', { 'x-deviceid': randomUUID().replaceAll('-', '') }],
  ])('needs a device id, and ends nothing with %s', async (_, headers) => {
    const ada = await makePerson(server)
    const { accessToken, refreshToken } = ada
    const { status, codes } = await server.attempt(refresh, { body: { accessToken, refreshToken } }, headers)
    expect({ status, codes }).toEqual({ status: 400, codes: ['DeviceIdRequired'] })
    await expectLiving(server, await refreshed(server, ada))
  })

  it('is refused with anything but an access token of its session, and ends nothing', async () => {
    const ada = await makePerson(server)
    const onPhone = await signInAs(server, ada.account, ada.deviceId)
    const bea = await makePerson(server)
    const edited = ada.accessToken.replace(/.{9}$/, 'forgeries')
    for (const accessToken of [onPhone.accessToken, bea.accessToken, edited, ada.refreshToken, '', 'x.y.z']) {
      await expectRefused(server, { ...ada, accessToken })
    }
    await expectLiving(server, await refreshed(server, ada))
    await expectLiving(server, await refreshed(server, onPhone))
  })

  it('ends its session when it was exchanged long ago or comes from elsewhere, whatever comes with it', async () => {
    const ada = await makePerson(server)
    await refreshed(server, ada)
    server.time.now += 31_000
    await expectRefused(server, { ...ada, accessToken: '' })
    await expectEnded(server, ada)
    const bea = await makePerson(server)
    await expectRefused(server, { ...bea, accessToken: '', deviceId: randomUUID() })
    await expectEnded(server, bea)
  })

  it('is refused when it is not one of ours, and ends nothing', async () => {
    const ada = await makePerson(server)
    const [id, , signature] = ada.refreshToken.split('.')
    const later = `${id}.2.${signature}`
    const { length } = ada.refreshToken
    for (const refreshToken of [
      ...['', '\0', 'x'.repeat(10_000), `${id}.1.`, `${id}.0.${signature}`, `${id}.1e0.${signature}`, later],
      ...[`${ada.refreshToken}A`, ` ${ada.refreshToken}`, `${ada.refreshToken}\n`, ada.accessToken],
      ...[ada.refreshToken.slice(0, length - 1), ada.refreshToken.toUpperCase()],
    ]) {
      await expectRefused(server, { ...ada, refreshToken })
    }
    await expectLiving(server, await refreshed(server, ada))
  })
})
