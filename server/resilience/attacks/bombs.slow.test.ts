import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AudioBook } from '@earmark/contract/audio-books.ts'
import type { ErrorList } from '@earmark/contract/errors.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProbeProcess, probeLimits } from '../../src/media/probe/probe-process.ts'
import { type FaultSite, openFaultSite } from '../faults/fault-site.ts'
import { descendantsOf, residentMebibytes } from '../../src/testing/process-state.ts'
import {
  encodeForm,
  formType,
  post,
  startUploadServer,
  type UploadServer,
} from '../../src/testing/upload-server.ts'
import { audioBombs, endlessSounds } from './audio-bombs.ts'
import { endlessImages, imageBombs } from './image-bombs.ts'

/** What a process that reads holds at least. */
const leastReaderMebibytes = 30
/** What a server may hold under any load; reading is another process's. */
const maxServerMebibytes = 250

function formOf(field: 'Audio' | 'CoverImage', content: Buffer): Buffer {
  return encodeForm([
    { name: 'Name', content: 'Bomb' },
    { name: field, fileName: field === 'Audio' ? 'a.mp3' : 'a.jpg', content },
  ])
}

describe('the program survives each bomb, answers it by name or takes what is harmless of it:', () => {
  let site: FaultSite
  let readingMebibytes = 0
  let serverMebibytes = 0
  let watch: NodeJS.Timeout
  beforeAll(async () => {
    site = await openFaultSite({ audioBytes: 1000, listeners: 0 })
    watch = setInterval(measure, 20)
  })
  afterAll(async () => {
    clearInterval(watch)
    await site[Symbol.asyncDispose]()
  })

  function measure(): void {
    const { pid } = site.program
    serverMebibytes = Math.max(serverMebibytes, residentMebibytes(pid))
    for (const child of descendantsOf(pid))
      readingMebibytes = Math.max(readingMebibytes, highestMebibytes(child))
  }

  const call = async (method: string, path: string, body?: Buffer) => {
    const headers = { ...site.headers, ...(body && { 'content-type': formType }) }
    const answer = await site.program.call({
      method,
      path: `/api/audio-books${path}`,
      headers,
      ...(body && { body }),
    })
    if (answer === null) throw new Error('The program has not answered.')
    return { status: answer.status, body: JSON.parse(answer.body.toString() || 'null') as unknown }
  }

  it.each([
    ...imageBombs.map((bomb) => ({ ...bomb, field: 'CoverImage' as const })),
    ...audioBombs.map((bomb) => ({ ...bomb, field: 'Audio' as const })),
  ])('$what', async ({ content, answer, field }) => {
    const { status, body } = await call('POST', '', formOf(field, await content()))
    if (status === 201) {
      expect('taken').toBe(answer)
      expect((await call('DELETE', `/${(body as AudioBook).id}`)).status).toBe(204)
    } else {
      const [error] = body as ErrorList
      expect(error?.code).toBe(answer)
      expect(error?.field).toBe(field === 'Audio' ? 'audio' : 'coverImage')
    }
    expect((await site.program.call({ method: 'GET', path: '/health/ready' }))?.status).toBe(200)
  })

  it('and nothing is left of them, in memory or on disk', async () => {
    // The recording that the site began with.
    expect((await call('GET', '')).body).toHaveLength(1)
    expect(filesIn(join(site.dataDir, 'media'))).toHaveLength(1)
    expect(serverMebibytes).toBeLessThan(maxServerMebibytes)
    expect(readingMebibytes).toBeGreaterThan(leastReaderMebibytes)
    expect(readingMebibytes).toBeLessThan(probeLimits.memoryBytes / 1024 ** 2)
  })
})

describe('what would keep a reader busy for ever is cut off in time, and nothing stays:', () => {
  let target: UploadServer
  beforeAll(async () => {
    // Sooner than it would be, so that the test ends sooner.
    target = await startUploadServer({
      reading: createProbeProcess({ uploadMs: 1_000, mostWaiting: 1_000 }),
    })
  })
  afterAll(async () => await target[Symbol.asyncDispose]())

  it.each([
    ...endlessImages.map((bomb) => ({ ...bomb, field: 'CoverImage' as const })),
    ...endlessSounds.map((bomb) => ({ ...bomb, field: 'Audio' as const })),
  ])('$what', async ({ content, answer, field }) => {
    const { status, codes } = await post(target.port, formOf(field, await content()))
    expect([answer, 'UnreadableMedia']).toContain(codes[0])
    expect(status).toBeLessThan(500)
    expect(await target.listFiles()).toEqual([])
    expect(await target.countMedia()).toBe(0)
  })
})

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** The most that a process has ever held; 0 when it has ended. */
function highestMebibytes(pid: number): number {
  try {
    const [, kibibytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kibibytes ?? 0) / 1024
  } catch {
    return 0
  }
}
