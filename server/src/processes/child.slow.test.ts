import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { Child } from './child.ts'

const folder = await mkdtemp(join(tmpdir(), 'earmark of children '))
afterAll(() => rm(folder, { recursive: true }))
const script = join(folder, 'echo.mjs')
const parent = pathToFileURL(join(import.meta.dirname, 'parent.ts')).href
await writeFile(
  script,
  `import { connectToParent } from ${JSON.stringify(parent)}
  const send = connectToParent(async (message) => {
    if (message.leave !== undefined) process.exit(message.leave)
    if (message.signal) process.kill(process.pid, message.signal)
    await send(message.ask === 'environment' ? { ...process.env } : { echo: message })
    if (message.last) process.exit(message.last)
  })`,
)

const startEcho = (memoryBytes = 1024 ** 3) => new Child(script, memoryBytes)

async function answerOf(child: Child, message: unknown): Promise<unknown> {
  child.send(message)
  const exited = once(child, 'exit').then(() => {
    throw new Error('It has ended.')
  })
  const [answer] = (await Promise.race([once(child, 'message'), exited])) as [unknown]
  exited.catch(() => undefined)
  return answer
}

const isRunning = (pid: number) =>
  existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))

it('answers what was sent before and after it ran, bytes too', async () => {
  const child = startEcho()
  expect(child.pid).toBeUndefined()
  expect(await answerOf(child, { a: new Map([[1, 2n]]) })).toEqual({ echo: { a: new Map([[1, 2n]]) } })
  expect(child.pid).toBeGreaterThan(0)
  const bytes = new Uint8Array(3_000_000).map((_, at) => at % 251)
  expect(await answerOf(child, bytes)).toEqual({ echo: Buffer.from(bytes) })
  child.kill()
  await once(child, 'exit')
  expect(child.exit).toEqual({ code: null, signal: 'SIGKILL' })
})

it('has none of the program’s environment', async () => {
  process.env.EARMARK_CANARY = 'sings'
  const child = startEcho()
  const environment = await answerOf(child, { ask: 'environment' })
  delete process.env.EARMARK_CANARY
  expect(environment).toMatchObject({ MALLOC_ARENA_MAX: '2' })
  expect(Object.keys(environment as object).filter((name) => /^(EARMARK|PATH|HOME)/.test(name))).toEqual([])
  child.kill()
})

it.each([
  [{ leave: 0 }, { code: 0, signal: null }],
  [{ leave: 3 }, { code: 3, signal: null }],
  [{ signal: 'SIGABRT' }, { code: null, signal: 'SIGABRT' }],
  [{ signal: 'SIGTERM' }, { code: null, signal: 'SIGTERM' }],
])('tells how it ended: %j', async (message, exit) => {
  const child = startEcho()
  child.send(message)
  await once(child, 'exit')
  expect(child.exit).toEqual(exit)
})

it('tells its end after its last message', async () => {
  const child = startEcho()
  const events: string[] = []
  child.on('message', () => events.push('message')).on('exit', () => events.push('exit'))
  child.send({ last: 7, text: 'x'.repeat(5_000_000) })
  await once(child, 'exit')
  expect(events).toEqual(['message', 'exit'])
  expect(child.exit?.code).toBe(7)
})

it('is killed, also before it runs', async () => {
  const child = startEcho()
  child.kill()
  await once(child, 'exit')
  expect(child.exit).toEqual({ code: null, signal: 'SIGKILL' })
})

it('leaves no trace of where it was met', async () => {
  const own = join(folder, 'own')
  await mkdir(own)
  const before = process.env.TMPDIR
  process.env.TMPDIR = own
  const child = startEcho()
  process.env.TMPDIR = before
  expect(await readdir(own)).toHaveLength(1)
  await answerOf(child, {})
  expect(await readdir(own)).toEqual([])
  child.kill()
})

it('ends where there is no place to meet it', async () => {
  const before = process.env.TMPDIR
  process.env.TMPDIR = join(folder, 'missing')
  const child = startEcho()
  process.env.TMPDIR = before
  await once(child, 'exit')
  expect(child.pid).toBeUndefined()
})

it.runIf(process.platform === 'linux')(
  'ends with the shell that started it, and others are started anew',
  async () => {
    const child = startEcho()
    await answerOf(child, {})
    const pid = child.pid ?? 0
    const parentOf = (of: number) =>
      Number(/^PPid:\t(\d+)/m.exec(readFileSync(`/proc/${of}/status`, 'latin1'))?.[1])
    process.kill(parentOf(parentOf(pid)), 'SIGKILL')
    await once(child, 'exit')
    expect(child.exit).toEqual({ code: null, signal: null })
    expect(child.pid).toBeUndefined()
    await expect.poll(() => isRunning(pid)).toBe(false)
    const next = startEcho()
    expect(await answerOf(next, { again: true })).toEqual({ echo: { again: true } })
    next.kill()
  },
)
