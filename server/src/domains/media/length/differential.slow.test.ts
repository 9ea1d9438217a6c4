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
import { refusedRows } from '../../../testing/recordings/refused-rows.ts'
import { wavRows } from '../../../testing/recordings/wav-rows.ts'
import { webmRows } from '../../../testing/recordings/webm-rows.ts'
import type { AudioFacts } from '../audio.ts'
import type { MediaContentType } from '../content-type.ts'
import { answerReading } from '../reading-jobs.ts'

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
  return await answerReading({ kind: 'audio', path, sizeBytes: (await stat(path)).size })
}

/** Decoded into one channel of 8 bits: behind the head of a WAV, which says the rate, a byte a sample. */
const decoding = 'ffmpeg -v quiet -nostdin -i $in -map 0:a:0 -ac 1 -c:a pcm_u8 -bitexact -f wav -'

async function decodedSeconds(path: string): Promise<number> {
  const head = await shell(`${decoding} | { head -c 44; wc -c; }`, { in: path })
  return Number(head.toString('latin1', 44)) / head.readUInt32LE(24)
}

async function expectLength(path: string, contentType: MediaContentType, judge?: Judge): Promise<void> {
  const seconds = judge?.seconds ?? (await decodedSeconds(path))
  const answer = await told(path)
  expect(answer, `decoded ${seconds}`).toMatchObject({ found: { contentType } })
  const toldSeconds = ('found' in answer ? (answer.found as AudioFacts).durationMs : 0) / 1000
  const difference = Math.abs(toldSeconds - seconds)
  expect(difference, `told ${toldSeconds}, decoded ${seconds}`).toBeLessThanOrEqual(
    Math.max(0.1, seconds / 1000),
  )
}

describe.concurrent.each(tables)('%s', (contentType, rows) => {
  it.each(rows.map(([name, recipe, judge]) => ({ name, recipe, judge })))(
    '$name',
    patience,
    ({ recipe, judge }) => withFile(recipe, (path) => expectLength(path, contentType, judge)),
  )
})

describe.concurrent('of eight hours', () => {
  it.each(longRows)('%s', patience, async (_name, contentType, minute, line) => {
    const path = await makeFile(minute, line)
    await expectLength(path, contentType)
    await rm(path)
  })
})

const refused = [...refusedRows, ...cutRows].map(([name, recipe, code, because]) => ({
  name: `${name}: ${because}`,
  recipe,
  code,
}))

describe.concurrent('refused', () => {
  it.each(refused)('$name', patience, ({ recipe, code }) =>
    withFile(recipe, async (path) => expect(await told(path)).toMatchObject({ code })),
  )
})
