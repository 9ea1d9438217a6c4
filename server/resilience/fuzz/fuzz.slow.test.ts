import { randomInt } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { tell } from '../faults/fault-site.ts'
import { startTestServer, makeWebFolder } from '../../src/testing/server.ts'
import { fillFolder } from './imports-there.ts'
import { publishFeeds } from './feeds-elsewhere.ts'
import { describeFindings } from './report.ts'
import { fuzz } from './run.ts'
import { makeLibraryFolder } from '../../src/testing/library-folder.ts'
import { startInternet } from '../../src/testing/made-up-internet/internet.ts'
import { forAllTests } from '../../src/testing/for-all-tests.ts'

/**
 * In `npm test` five thousand requests over both engines, always the same; FUZZ_REQUESTS makes them more (half of them
 * for each engine) and others, which FUZZ_SEED repeats.
 */
const isProof = process.env.FUZZ_REQUESTS !== undefined
const requests = Number(process.env.FUZZ_REQUESTS ?? 5_000) / 2
const seed = Number(process.env.FUZZ_SEED ?? (isProof ? randomInt(2 ** 31) : 7))
const patienceMs = 60_000 + requests * 100
const mostGrownMebibytes = 50

const logged: string[] = []
const rejections: unknown[] = []
const keepRejection = (reason: unknown) => void rejections.push(reason)
process.on('unhandledRejection', keepRejection)
const webFolder = await forAllTests(makeWebFolder())
const internet = await forAllTests(startInternet())
publishFeeds(internet)
const folders = [await forAllTests(makeLibraryFolder()), await forAllTests(makeLibraryFolder())] as const
await fillFolder(folders[0])
const server = await forAllTests(
  startTestServer({
    webFolder: webFolder.path,
    internet,
    environment: {
      LOG_LEVEL: 'error',
      SOURCES: 'listeners',
      IMPORT_FOLDERS: `books=${folders[0].path},more=${folders[1].path}`,
    },
    log: { write: (line) => void logged.push(line) },
  }),
)
await server.app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => void process.off('unhandledRejection', keepRejection))

it('answers whatever comes as its document says, and keeps nothing of it', {
  timeout: patienceMs,
}, async () => {
  const { findings, grownMebibytes, ...figures } = await fuzz(server, requests, seed)
  if (isProof) tell('fuzz', { seed, ...figures, grownMebibytes: Math.round(grownMebibytes) })
  const found = { findings: describeFindings(findings), logged, rejections }
  expect(found, `with FUZZ_SEED=${seed}`).toEqual({ findings: [], logged: [], rejections: [] })
  expect(grownMebibytes).toBeLessThan(mostGrownMebibytes)
})
