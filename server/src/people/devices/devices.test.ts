import { maxDevices } from '@earmark/contract/limits.ts'
import { addDevice, getDevice, listDevices, removeDevice } from '@earmark/contract/devices.ts'
import { expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'

const server = await forAllTests(startTestServer())

it('connects apps by passwords that are told once and not kept', async () => {
  const { headers } = await makePerson(server)
  const device = await server.call(addDevice, { body: { name: ' Pixel ' } }, headers)
  expect(device.password).toMatch(/^([A-Za-z]{5}-){3}[A-Za-z]{5}$/)
  const { password, ...shown } = device
  expect(shown).toMatchObject({ name: 'Pixel', lastSeenAt: null })
  expect(await server.call(listDevices, {}, headers)).toEqual([shown])
  expect(await server.call(getDevice, { params: { id: device.id } }, headers)).toEqual(shown)
  const rows = await server.deps.db.connection.selectFrom('devices').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(password)
})

it('shows and removes the own ones alone', async () => {
  const [one, other] = [await makePerson(server), await makePerson(server)]
  const { id } = await server.call(addDevice, { body: { name: 'Pixel' } }, one.headers)
  for (const endpoint of [getDevice, removeDevice])
    expect(await server.attempt(endpoint, { params: { id } }, other.headers)).toMatchObject({ status: 404 })
  await server.call(removeDevice, { params: { id } }, one.headers)
  expect(await server.call(listDevices, {}, one.headers)).toEqual([])
})

it.each(['1', '1%00', '%F0%91%B5%AC%00', 'x'.repeat(200)])('knows none of the id %s', async (id) => {
  const { headers } = await makePerson(server)
  for (const method of ['GET', 'DELETE'] as const)
    expect(await server.app.inject({ method, url: `/api/devices/me/${id}`, headers })).toMatchObject({
      statusCode: 404,
    })
})

it('connects no more than twenty, however many ask at once', async () => {
  const { headers } = await makePerson(server)
  const input = { body: { name: 'Pixel' } }
  const answers = await Promise.all(
    Array.from({ length: maxDevices + 2 }, () => server.attempt(addDevice, input, headers)),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(maxDevices)
  expect(answers.find(({ status }) => status !== 201)?.codes).toEqual(['TooManyDevices'])
})

it.each([
  [{}, 'NameRequired'],
  [{ name: '  ' }, 'NameRequired'],
  [{ name: 'x'.repeat(101) }, 'InvalidBody'],
])('refuses %j', async (body, code) => {
  const { headers } = await makePerson(server)
  expect(await server.attempt(addDevice, { body }, headers)).toMatchObject({ status: 400, codes: [code] })
})
