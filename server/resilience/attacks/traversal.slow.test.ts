import { randomUUID } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openAttackSite } from './attack-site.ts'
import { dealOut } from './operation-sinks.ts'
import { changedPaths, stateOf } from './folder-state.ts'
import { askRaw, eachOf } from './raw-client.ts'
import { collectSinks } from './sinks.ts'
import { traversalStrings } from '../hostile-strings/paths.ts'
import { forAllTests } from '../../src/testing/for-all-tests.ts'

/** No string of a client's becomes a path: canaries in and above every folder of the server's keep quiet. */

const canary = `canary-${randomUUID()}`
const canaries = [
  'canary.txt',
  'written.txt',
  'data/canary.txt',
  'data/token-secret',
  'data/earmark.sqlite',
  'data/first-admin.txt',
  'data/media/canary.txt',
  'data/media/incoming/canary.txt',
  'web/canary.txt',
  'web/.vite/canary.txt',
]
/** Of files that are there anyway. */
const marks = [canary, 'root:x:0:', 'EARMARK_TEST_ENGINE', '"workspaces"', '"name": "@fastify/swagger-ui"']

/** Where files of people's come to lie. */
const belonging = /^data\/(media(\/incoming|\/[0-9a-f]{2}(\/[0-9a-f]{62})?)?|outbox(\/[\w-]+\.eml)?)$/

const site = await forAllTests(openAttackSite())
const strings = traversalStrings(site.root)
for (const path of canaries) await writeFile(join(site.root, path), canary)

it('there are three hundred of them', () => {
  expect(new Set(strings).size).toBe(strings.length)
  expect(strings.length).toBeGreaterThanOrEqual(300)
})

/** What cannot stand in an address is written as its bytes. */
const addressable = (text: string) => text.replace(/[^!-~]/gu, encodeURIComponent)

it('gives no file away and writes none elsewhere, whatever is named wherever', async () => {
  const sinks = await collectSinks(site)
  expect(sinks.length).toBeGreaterThan(200)
  const before = await stateOf(site.root)
  const here = new Set(await readdir('.'))
  const failures: unknown[] = []
  await eachOf(dealOut(sinks, strings, 3), async ([sink, text]) => {
    const { status, text: answer } = await askRaw(
      site.port,
      sink.request(sink.isAddress ? addressable(text) : text),
    )
    const told = marks.filter((mark) => answer.includes(mark))
    if (status === 0 || status >= 500 || told.length > 0) failures.push([sink.name, text, status, told])
  })
  expect(failures).toEqual([])
  const changed = changedPaths(before, await stateOf(site.root))
  expect(changed.filter((path) => !belonging.test(path))).toEqual([])
  expect((await readdir('.')).filter((name) => !here.has(name) && strings.includes(name))).toEqual([])
}, 3_600_000)
