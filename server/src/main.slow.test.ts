import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdtemp, mkdtempDisposable, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readSample } from './operations/sample/sample-file.ts'
import { createEmptyDatabase } from './testing/engines.ts'
import { freePort } from '../../scripts/machine.mjs'
import { untilTrue } from './testing/upload-server.ts'
import { forAllTests } from './testing/for-all-tests.ts'

/** The program itself, in a process of its own. */

const { path: dataDir } = await forAllTests(mkdtempDisposable(join(tmpdir(), 'earmark-main-')))
const database = await forAllTests(createEmptyDatabase())

/** What gives a program a terminal, as all Debians have it. */
const terminal = existsSync('/usr/bin/script') && process.platform === 'linux' ? '/usr/bin/script' : null

/** @param within a program that gives it a terminal */
function start(environment: Record<string, string>, within?: string) {
  const own = [process.execPath, join(import.meta.dirname, 'main.ts')] as const
  const command = within ? ([within, '-qefc', `exec ${own.join(' ')}`, '/dev/null'] as const) : own
  const [program, ...parts] = command
  const child = spawn(program, parts, {
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

async function untilSaid({ child, output, exited }: ReturnType<typeof start>, text: RegExp): Promise<void> {
  const ended = exited.then(() => Promise.reject(new Error(`The program has ended: ${output()}`)))
  ended.catch(() => undefined)
  while (!text.test(output())) await Promise.race([once(child.stdout, 'data'), ended])
}

/** The server says so in its log when it listens. */
const listening = (program: ReturnType<typeof start>) => untilSaid(program, /Earmark serves/)

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

it('ends with one sentence beside another server on the same folder, until that is gone', async () => {
  await using folder = await ownFolder()
  const environment = { DATA_DIR: folder.path, PORT: '0' }
  const first = start(environment)
  await listening(first)
  const second = start({ ...environment, LOG_LEVEL: 'silent' })
  expect(await second.exited).toEqual([1, null])
  expect(second.output()).toMatch(/^Another Earmark works on the database in DATA_DIR already.*\.\n$/)
  first.child.kill('SIGKILL')
  await first.exited
  const third = start(environment)
  await listening(third)
  third.child.kill('SIGTERM')
  expect(await third.exited).toEqual([0, null])
})

it('ends with one sentence when there is a file instead of its folder', async () => {
  await using folder = await ownFolder()
  const path = join(folder.path, 'file')
  await writeFile(path, '')
  const { output, exited } = start({ DATA_DIR: path, LOG_LEVEL: 'silent' })
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
  await using ownDatabase = await createEmptyDatabase()
  const environment = { DATA_DIR: folder.path, DATABASE_URL: ownDatabase.url, LOG_LEVEL: 'warn', PORT: '0' }
  const first = start(environment)
  await untilSaid(first, /first-admin\.txt/)
  const [, password = ''] = /address {3}admin@localhost\n {2}password {2}(\S+)\n/.exec(first.output()) ?? []
  expect(await readFile(join(folder.path, 'first-admin.txt'), 'utf8')).toContain(`\n${password}\n`)
  first.child.kill('SIGTERM')
  expect(await first.exited).toEqual([0, null])

  const second = start({ ...environment, LOG_LEVEL: 'info' })
  await listening(second)
  second.child.kill('SIGTERM')
  await second.exited
  expect(second.output()).not.toContain('password')
})

describe('what the first start says', () => {
  it('is a line of JSON for each step, and then the way in, where it is kept', async () => {
    await using folder = await ownFolder()
    await using ownDatabase = await createEmptyDatabase()
    const program = start({ DATA_DIR: folder.path, DATABASE_URL: ownDatabase.url, PORT: '0' })
    const { child, output, exited } = program
    await untilSaid(program, /first-admin\.txt/)
    const [log = '', way = ''] = output().split('\n\n')
    const lines = log.split('\n').map((line) => (JSON.parse(line) as { msg: string }).msg)
    expect(lines.map((line) => line.replace(/http.*/, ''))).toEqual([
      'Preparing the database',
      'Listening at ',
      'Earmark serves ',
    ])
    expect(way).toMatch(/^The administrator of this library:\n {2}address {3}\S+\n {2}password {2}\S+\n/)
    child.kill('SIGTERM')
    await exited
  })

  it.runIf(terminal !== null)(
    'is its steps and how far they are, and then all in one, on a terminal',
    async () => {
      await using folder = await ownFolder()
      await using ownDatabase = await createEmptyDatabase()
      const environment = { DATA_DIR: folder.path, DATABASE_URL: ownDatabase.url, SAMPLE_CATALOGUE: 'true' }
      const program = start({ ...environment, PORT: '0' }, terminal ?? '')
      const { child, output, exited } = program
      await untilSaid(program, /the server\.[^\n]*\n\r?\n$/)
      expect(output()).not.toContain('{"level"')
      expect(output()).toMatch(/Adding the sample catalogue +\d+(\.\d)? s {2}[1-9]\d* of \d+ recordings/)
      // A line that is drawn over is not seen.
      const drawn = output().replaceAll('\r\n', '\n').split('\n')
      const seen = drawn.map((line) => stripVTControlCharacters(line.slice(line.lastIndexOf('\r') + 1)))
      const password = (await readFile(join(folder.path, 'first-admin.txt'), 'utf8')).split('\n')[1]
      const told = seen
        .join('\n')
        .replace(/ +(\d+ min )?\d+(\.\d)? s/g, ' … s')
        .replace(/\d\d:\d\d:\d\d/, 'time')
      expect(told.split('\n').map((line) => line.trimEnd())).toEqual([
        '  ✓ Preparing the database … s',
        '  ✓ Adding the sample catalogue … s',
        expect.stringMatching(/^ {2}time {2}Listening at http:\/\/127\.0\.0\.1:\d+$/),
        '',
        '  ● Earmark is ready at http://localhost:0',
        '',
        '  The administrator of this library:',
        '    address   admin@localhost',
        `    password  ${password}`,
        `    (also in ${join(folder.path, 'first-admin.txt')})`,
        '',
        `  The library is in ${folder.path}. Ctrl-C stops the server.`,
        '',
        '',
      ])
      child.stdin.write('\u0003')
      expect(await exited).toEqual([0, null])
    },
  )
})

it('completes the sample catalogue that an interrupted first start has begun', async () => {
  await using folder = await ownFolder()
  await using ownDatabase = await createEmptyDatabase()
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
    ['creators', 'series', 'audio-books', 'podcasts', 'collections'].map(async (kind) => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/${kind}`)
      return ((await answer.json()) as unknown[]).length
    }),
  )
  const { creators, series, audioBooks, podcasts, collections } = await readSample()
  expect(counts).toEqual(
    [creators, series, audioBooks, podcasts, collections].map((records) => records.length),
  )
  expect(openToOthers(folder.path)).toEqual([])
  second.child.kill('SIGTERM')
  await second.exited
})

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
