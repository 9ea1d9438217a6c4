import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from './testing/engines.ts'
import { freePort } from '../../scripts/machine.mjs'
import { untilTrue } from './testing/upload-server.ts'

/** The program itself, in a process of its own. */

let dataDir: string
let database: TestDatabase
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'earmark-main-'))
  database = await createEmptyDatabase()
})
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      SAMPLE_CATALOGUE: 'false',
      ...environment,
    },
  })
  let output = ''
  const collect = (part: Buffer): void => {
    output += part.toString()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  return {
    child,
    output: () => output,
    exited: once(child, 'exit') as Promise<[number | null, string | null]>,
  }
}

async function ownFolder() {
  const path = await mkdtemp(join(tmpdir(), 'earmark-main-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

/** What other users of the machine have any right to, of a folder and all that is in it. */
function openToOthers(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))
  return [folder, ...paths].filter((path) => (statSync(path).mode & 0o077) !== 0)
}

/** The server says so in its log when it listens. */
async function listening({ child, output }: ReturnType<typeof start>): Promise<void> {
  while (!output().includes('Earmark serves')) await once(child.stdout, 'data')
}

it('ends with one sentence that names a wrong setting', async () => {
  const { output, exited } = start({ PORT: 'abc' })
  expect(await exited).toEqual([1, null])
  expect(output()).toBe('PORT must be a whole number from 0 to 65535; it is "abc".\n')
})

it('ends with one sentence when its port is taken', async () => {
  const occupant = createServer().listen(0, '127.0.0.1')
  await once(occupant, 'listening')
  const { port } = occupant.address() as AddressInfo
  const { output, exited } = start({ PORT: String(port), LOG_LEVEL: 'silent' })
  expect(await exited).toEqual([1, null])
  expect(output()).toMatch(/^Another program listens on that port already.*\.\n$/)
  occupant.close()
})

it('ends with one sentence when its address is a name that nobody knows', async () => {
  const { output, exited } = start({ HOST: 'nowhere.invalid', PORT: '0', LOG_LEVEL: 'silent' })
  expect(await exited).toEqual([1, null])
  expect(output()).toMatch(/^[^\n]* choose another HOST.*HOST=nowhere\.invalid\)\.\n$/)
})

it.runIf(process.env.EARMARK_TEST_ENGINE === 'sqlite')(
  'ends with one sentence beside another server on the same folder, until that is gone',
  async () => {
    await using folder = await ownFolder()
    const environment = { DATA_DIR: folder.path, PORT: '0' }
    const first = start(environment)
    await listening(first)
    const second = start(environment)
    expect(await second.exited).toEqual([1, null])
    expect(second.output()).toMatch(/^Another Earmark works on the database in DATA_DIR already.*\.\n$/)
    first.child.kill('SIGKILL')
    await first.exited
    const third = start(environment)
    await listening(third)
    third.child.kill('SIGTERM')
    expect(await third.exited).toEqual([0, null])
  },
)

it('ends with one sentence when there is a file instead of its folder', async () => {
  await using folder = await ownFolder()
  const path = join(folder.path, 'file')
  await writeFile(path, '')
  const { output, exited } = start({ DATA_DIR: path })
  expect(await exited).toEqual([1, null])
  expect(output()).toMatch(/^DATA_DIR must be a folder.*\.\n$/)
})

it('ends with one sentence when the kept token secret is damaged', async () => {
  await using folder = await ownFolder()
  await writeFile(join(folder.path, 'token-secret'), 'half')
  const { output, exited } = start({ DATA_DIR: folder.path, LOG_LEVEL: 'silent' })
  expect(await exited).toEqual([1, null])
  expect(output()).toMatch(/^The file .*token-secret does not hold the secret.*\.\n$/)
})

it('tells the way in once, on a database without an administrator', async () => {
  await using folder = await ownFolder()
  const ownDatabase = await createEmptyDatabase()
  const environment = { DATA_DIR: folder.path, DATABASE_URL: ownDatabase.url, LOG_LEVEL: 'warn', PORT: '0' }
  const first = start(environment)
  while (!first.output().includes('first-admin.txt')) await once(first.child.stdout, 'data')
  const [, password = ''] = /address {3}admin@localhost\n {2}password {2}(\S+)\n/.exec(first.output()) ?? []
  expect(await readFile(join(folder.path, 'first-admin.txt'), 'utf8')).toContain(`\n${password}\n`)
  first.child.kill('SIGTERM')
  expect(await first.exited).toEqual([0, null])

  const second = start({ ...environment, LOG_LEVEL: 'info' })
  await listening(second)
  second.child.kill('SIGTERM')
  await second.exited
  expect(second.output()).not.toContain('password')
  await ownDatabase.drop()
})

it('completes the sample catalogue that an interrupted first start has begun', async () => {
  await using folder = await ownFolder()
  const ownDatabase = await createEmptyDatabase()
  const environment = { DATA_DIR: folder.path, DATABASE_URL: ownDatabase.url, SAMPLE_CATALOGUE: 'true' }
  const first = start({ ...environment, PORT: '0' })
  const incoming = join(folder.path, 'media')
  await untilTrue(() => existsSync(incoming) && readdirSync(incoming).length >= 4, 60_000)
  first.child.kill('SIGTERM')
  expect(await first.exited).toEqual([0, null])

  const port = await freePort()
  const second = start({ ...environment, PORT: String(port) })
  await listening(second)
  const counts = await Promise.all(
    ['creators', 'audio-books', 'podcasts'].map(async (kind) => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/${kind}`)
      return ((await answer.json()) as unknown[]).length
    }),
  )
  expect(counts).toEqual([9, 12, 4])
  expect(openToOthers(folder.path)).toEqual([])
  second.child.kill('SIGTERM')
  await second.exited
  await ownDatabase.drop()
}, 120_000)

it.each(['SIGTERM', 'SIGINT'] as const)(
  'finishes what is in progress at %s, even when it comes twice, and exits 0',
  async (signal) => {
    const port = await freePort()
    const server = start({ PORT: String(port) })
    await listening(server)
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`)
    expect(answer.status).toBe(200)
    server.child.kill(signal)
    server.child.kill(signal)
    expect(await server.exited).toEqual([0, null])
  },
)
