import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Program, startProgram } from '../resilience/crash/crash-program.ts'
import { readSample } from './operations/sample/sample-file.ts'
import { createEmptyDatabase } from './testing/engines.ts'
import { freePort } from '../../scripts/machine.mjs'

const admin = { ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: 'Quiet-reading-1' }
const device = { 'x-deviceid': '5f0c3b62-1c53-4bb2-9a4f-0f6c8f0f6f10' }
const nodes = 4

it.runIf(process.env.EARMARK_TEST_ENGINE === 'postgres')(
  'Four nodes that start at once on an empty database make everything once, and trust each other’s tokens',
  async () => {
    const sample = await readSample()
    const dataDir = await mkdtemp(join(tmpdir(), 'earmark-first-start-'))
    await using database = await createEmptyDatabase()
    const shared = { DATA_DIR: join(dataDir, 'not', 'there'), DATABASE_URL: database.url }
    const environment = { ...admin, ...shared, RATE_LIMITS: 'false' }
    const programs = await Promise.all(
      Array.from({ length: nodes }, async () => startProgram(await freePort(), environment)),
    )
    for (const program of programs) {
      expect(
        await Promise.all(['creators', 'audio-books', 'podcasts'].map((kind) => count(program, kind))),
      ).toEqual([sample.creators.length, sample.audioBooks.length, sample.podcasts.length])
    }
    const authorization = `Bearer ${await signIn(programs[0] as Program)}`
    for (const program of programs) {
      const path = '/api/users/paged?pageNumber=1&pageSize=10'
      const users = await answer(program, { method: 'GET', path, headers: { ...device, authorization } })
      expect(users).toMatchObject({ totalCount: 1, items: [{ email: admin.ADMIN_EMAIL, role: 'Admin' }] })
    }
    await Promise.all(programs.map((program) => program.kill('SIGTERM')))
    await rm(dataDir, { recursive: true })
  },
  120_000,
)

async function answer(program: Program, call: Parameters<Program['call']>[0]): Promise<unknown> {
  const answered = await program.call(call)
  expect(answered?.status).toBe(200)
  return JSON.parse(answered?.body.toString() ?? '')
}

async function count(program: Program, kind: string): Promise<number> {
  return ((await answer(program, { method: 'GET', path: `/api/${kind}` })) as unknown[]).length
}

async function signIn(program: Program): Promise<string> {
  const body = Buffer.from(JSON.stringify({ userName: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD }))
  const headers = { 'content-type': 'application/json', ...device }
  const call = { method: 'POST', path: '/api/auth/login', headers, body }
  return ((await answer(program, call)) as { accessToken: string }).accessToken
}
