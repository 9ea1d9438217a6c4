import { rm, stat, writeFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { adtsRows } from '../../../testing/recordings/adts-rows.ts'
import { cutRows } from '../../../testing/recordings/cut-rows.ts'
import { flacRows } from '../../../testing/recordings/flac-rows.ts'
import { longRows } from '../../../testing/recordings/long-rows.ts'
import {
  type Judge,
  makeFile,
  newPath,
  type Recipe,
  removeWorkplace,
  type Row,
  shell,
} from '../../../testing/recordings/making.ts'
import { mp3Rows } from '../../../testing/recordings/mp3-rows.ts'
import { mp4Rows } from '../../../testing/recordings/mp4-rows.ts'
import { oggRows } from '../../../testing/recordings/ogg-rows.ts'
import { shareOf } from '../../../testing/recordings/share.ts'
import { refusedRows } from '../../../testing/recordings/refused-rows.ts'
import { wavRows } from '../../../testing/recordings/wav-rows.ts'
import { webmRows } from '../../../testing/recordings/webm-rows.ts'
import type { AudioFacts } from '../audio.ts'
import type { MediaContentType } from '../../content-type.ts'
import { answerProbeRequest } from '../probe-request.ts'

const tables: [MediaContentType, Row[]][] = [
  ['audio/mpeg', mp3Rows],
  ['audio/ogg', oggRows],
  ['audio/flac', flacRows],
  ['audio/mp4', mp4Rows],
  ['audio/aac', adtsRows],
  ['audio/wav', wavRows],
  ['audio/webm', webmRows],
]

/** For the turn of a row's tools, on a busy machine. */
const patience = { timeout: 900_000 }

afterAll(removeWorkplace)

/** Does something with the file that is made, which is removed after it. */
async function withFile<T>(recipe: Recipe, use: (path: string) => Promise<T>): Promise<T> {
  const path = await newPath()
  await writeFile(path, await recipe())
  try {
    return await use(path)
  } finally {
    await rm(path)
  }
}

/** What an upload is told of the file. */
async function told(path: string) {
  return await answerProbeRequest({ kind: 'audio', path, sizeBytes: (await stat(path)).size })
}

/** Says at its end how many samples it has put out, which it decodes for nothing else. */
const decoding = 'ffmpeg -v verbose -nostdin -threads 1 -i $in -map 0:a:0 -f null - 2>&1'
/** To decode eight hours takes up to twelve seconds of a processor, to read them less than one. */
const readingPackets =
  'ffmpeg -v error -nostdin -progress pipe:1 -i $in -map 0:a:0 -c copy -f null /dev/null 2>&1'

async function decodedSeconds(path: string): Promise<number> {
  const said = (await shell(decoding, { in: path })).toString()
  const rate = /^Output #0[^]*?, (\d+) Hz/m.exec(said)
  const samples = /frames encoded \((\d+) samples\)/.exec(said)
  if (!rate || !samples) throw new Error(`ffmpeg does not decode it: ${said}`)
  return Number(samples[1]) / Number(rate[1])
}

/** The seconds of all packets, which differ from what is decoded by less than a thousandth. */
async function packetSeconds(path: string): Promise<number> {
  const said = (await shell(readingPackets, { in: path })).toString()
  const last = [...said.matchAll(/^out_time_us=(\d+)$/gm)].at(-1)
  if (!last) throw new Error(`ffmpeg does not read it: ${said}`)
  return Number(last[1]) / 1_000_000
}

async function expectLength(path: string, contentType: MediaContentType, judge?: Judge): Promise<number> {
  const seconds = judge?.seconds ?? (await decodedSeconds(path))
  const answer = await told(path)
  expect(answer, `decoded ${seconds}`).toMatchObject({ found: { contentType } })
  const toldSeconds = ('found' in answer ? (answer.found as AudioFacts).durationMs : 0) / 1000
  const difference = Math.abs(toldSeconds - seconds)
  expect(difference, `told ${toldSeconds}, decoded ${seconds}`).toBeLessThanOrEqual(
    Math.max(0.1, seconds / 1000),
  )
  return seconds
}

describe.concurrent.each(tables)('%s', (contentType, rows) => {
  it.each(shareOf(rows).map(([name, recipe, judge]) => ({ name, recipe, judge })))(
    '$name',
    patience,
    async ({ recipe, judge }) => {
      await withFile(recipe, (path) => expectLength(path, contentType, judge))
    },
  )
})

describe.concurrent('of eight hours', () => {
  it.each(shareOf(longRows))('%s', patience, async (_name, contentType, minute, line) => {
    const path = await makeFile(minute, line)
    const seconds = await packetSeconds(path)
    expect(seconds).toBeGreaterThan(8 * 3600 - 1)
    await expectLength(path, contentType, { seconds, because: 'its packets say so' })
    await rm(path)
  })
})

const refused = [...shareOf(refusedRows), ...shareOf(cutRows)].map(([name, recipe, code, because]) => ({
  name: `${name}: ${because}`,
  recipe,
  code,
}))

describe.concurrent('refused', () => {
  it.each(refused)('$name', patience, ({ recipe, code }) =>
    withFile(recipe, async (path) => expect(await told(path)).toMatchObject({ code })),
  )
})
