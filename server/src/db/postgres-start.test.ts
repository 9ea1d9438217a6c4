import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../testing/engines.ts'
import { freePort } from '../../../scripts/machine.mjs'
import { StartError } from '../errors.ts'
import { preparePostgres } from './postgres-start.ts'

describe.runIf(process.env.EARMARK_TEST_ENGINE === 'postgres')('a DATABASE_URL that cannot be used', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createEmptyDatabase()
  })
  afterAll(async () => await database[Symbol.asyncDispose]())

  function changed(change: (url: URL) => void): string {
    const url = new URL(database.url)
    change(url)
    return url.href
  }

  async function reasonOf(url: string, connectionTimeoutMillis = 20_000): Promise<string> {
    const error: unknown = await preparePostgres(url, { max: 2, connectionTimeoutMillis }).catch(
      (failure: unknown) => failure,
    )
    expect(error).toBeInstanceOf(StartError)
    const [, reason = ''] =
      /^DATABASE_URL must name a PostgreSQL database that can be used, but (.*: .*)\.$/.exec(
        (error as StartError).message,
      ) ?? []
    return reason
  }

  it('names a host that there is not', async () => {
    const url = changed((one) => (one.hostname = 'database.invalid'))
    expect(await reasonOf(url)).toMatch(/^there is no host of that name \(database\.invalid:\d+\)/)
  })

  it('names a port where nothing listens', async () => {
    const port = await freePort()
    const url = changed((one) => (one.port = String(port)))
    expect(await reasonOf(url)).toMatch(`nothing listens at 127.0.0.1:${port}`)
  })

  it.each([
    ['swallows everything', 'has not answered in time (5 s)', () => undefined],
    [
      'speaks another language',
      'does not answer as PostgreSQL does',
      (socket: { end(text: string): void }) => socket.end('HTTP/1.1 400 No\r\n\r\n'),
    ],
    [
      'hangs up',
      'does not answer as PostgreSQL does',
      (socket: { end(text: string): void }) => socket.end(''),
    ],
  ])('names something that %s', async (_, says, answer) => {
    const server = createServer((socket) => answer(socket.on('error', () => undefined))).listen(
      0,
      '127.0.0.1',
    )
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const url = changed((one) => (one.port = String(port)))
    expect(await reasonOf(url, 300)).toContain(`127.0.0.1:${port} ${says}`)
    server.close()
  })

  it('names a user who may not come in, and does not repeat the password', async () => {
    const url = changed((one) => {
      one.username = 'nobody-here'
      one.password = 'secret-word'
    })
    const reason = await reasonOf(url)
    expect(reason).toMatch('it refuses the user nobody-here')
    expect(reason).not.toMatch('secret-word')
  })

  it('names a database that there is not', async () => {
    expect(await reasonOf(changed((one) => (one.pathname = '/not-made')))).toMatch(
      'it has no database not-made',
    )
  })

  it.each([
    ['a sign that stands for nothing', (url: URL) => (url.pathname = '/%ff'), 'a % that stands for nothing'],
    [
      'a certificate that is not there',
      (url: URL) => url.searchParams.set('sslrootcert', '/not/there.pem'),
      'a file that the address names cannot be read',
    ],
    [
      'a schema that is not there',
      (url: URL) => url.searchParams.set('options', '-csearch_path=nowhere'),
      'its search_path names no schema',
    ],
    [
      'a database that takes no writes',
      (url: URL) => url.searchParams.set('options', '-cdefault_transaction_read_only=on'),
      'it is read-only',
    ],
  ])('names %s', async (_, change, says) => {
    expect(await reasonOf(changed(change))).toMatch(says)
  })

  it('names an encoding that has no room for all texts', async () => {
    const { default: pg } = await import('pg')
    const owner = new pg.Client(database.url)
    await owner.connect()
    const name = `latin_${process.pid}`
    await owner.query(`create database ${name} encoding 'LATIN1' locale 'C' template template0`)
    expect(await reasonOf(changed((one) => (one.pathname = `/${name}`)))).toMatch(
      `the database ${name} has the encoding LATIN1: make one of UTF-8`,
    )
    await owner.query(`drop database ${name}`)
    await owner.end()
  })

  it('names a user who may not create tables', async () => {
    const { default: pg } = await import('pg')
    const owner = new pg.Client(database.url)
    await owner.connect()
    const role = `reader_${process.pid}`
    await owner.query(`create role ${role} login; revoke create on schema public from public`)
    expect(await reasonOf(changed((one) => (one.username = role)))).toMatch(
      `the user ${role} may not create tables in it`,
    )
    await owner.query(`drop role ${role}`)
    await owner.end()
  })
})
