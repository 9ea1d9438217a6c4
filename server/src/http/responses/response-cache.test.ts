import { expect, it } from 'vitest'
import { createChanges } from '../../db/changes/changes.ts'
import { temporaryFolder } from '../../testing/archives.ts'
import {
  createResponseCache,
  encodedForm,
  filesOf,
  makeLongResponse,
  makeResponse,
  sizeOf,
} from './response-cache.ts'

it('keeps no memory alive beside its own bytes, coded or not', async () => {
  const answer = makeResponse({ text: 'Tin roof. '.repeat(200), headers: {}, version: 1, scopes: [] })
  const forms = [answer.plain, await encodedForm(answer, 'br'), await encodedForm(answer, 'gzip')]
  expect((answer.plain.bytes as Buffer).toString()).toBe('Tin roof. '.repeat(200))
  for (const { bytes } of forms) expect((bytes as Buffer).buffer.byteLength).toBe(sizeOf({ bytes }))
})

it('finds the newest answer of an address, whether it is in memory or on the disk', async () => {
  await using folder = await temporaryFolder()
  const changes = createChanges()
  const cache = createResponseCache(changes)
  const megabyte = 'Tin roof. '.repeat(100_000)
  async function* texts(megabytes: number) {
    for (let place = 0; place < megabytes; place += 1) yield megabyte
  }
  for (const megabytes of [1, 3, 4, 1, 3]) {
    changes.changed(['podcasts/1'])
    const made = { headers: {}, version: changes.version, scopes: ['podcasts/1'] as const }
    const response = await makeLongResponse({ texts: texts(megabytes), folder: folder.path, ...made })
    cache.keep('/list', response)
    filesOf(response)?.release()
    expect(cache.find('/list')).toBe(response)
  }
  cache.clear()
})
