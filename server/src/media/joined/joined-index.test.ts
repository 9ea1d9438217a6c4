import { hash, randomBytes } from 'node:crypto'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { joinedChunks } from '../delivery/joined-chunks.ts'
import { probeRecording } from '../probe/duration/audio-duration.ts'
import { boxesIn, findBox } from '../probe/duration/mp4-boxes.ts'
import { joinSounds } from './joined-index.ts'
import { SoundSamples } from './sound-samples.ts'
import { mp3Config } from './track-config.ts'

const config = mp3Config({ channels: 2, rate: 44_100 })
const units = 1152

interface Part {
  readonly file: Buffer
  readonly sha256: string
  readonly samples: SoundSamples
  /** The bytes of each sample. */
  readonly sounds: Buffer[]
}

/** Samples with gaps between some of them, far ones too, and every tenth out of the file. */
function makePart(count: number): Part {
  const file = randomBytes(400_000)
  const samples = new SoundSamples()
  const sounds: Buffer[] = []
  let position = 37
  for (let number = 0; number < count; number += 1) {
    const bytes = 10 + ((number * 7) % 50)
    const sound = number % 10 === 9 ? randomBytes(bytes) : file.subarray(position, position + bytes)
    if (number % 10 === 9) samples.addInline(sound, units)
    else {
      samples.add(position, bytes, units)
      position += bytes + (number % 3 === 0 ? 0 : number % 4) + (number === 500 ? 100_000 : 0)
    }
    sounds.push(sound)
  }
  return { file, sha256: hash('sha256', file), samples, sounds }
}

const parts = [makePart(1000), makePart(1), makePart(800)]
const joined = joinSounds(parts.map((part) => ({ ...part, config })))
if (joined === null) throw new Error('The parts are not joined.')
const index = { sha256: hash('sha256', joined.index), sizeBytes: joined.index.length }

const stored = new Map([
  [index.sha256, joined.index],
  ...parts.map(({ sha256, file }) => [sha256, file] as const),
])

const storage = {
  async *read(sha256: string, start: number, end: number) {
    yield (stored.get(sha256) as Buffer).subarray(start, end + 1)
  },
}

async function read(start: number, end: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of joinedChunks(storage, index, start, end)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const whole = await read(0, joined.sizeBytes - 1)

/** The bytes of all samples, found as a player does by the tables of the one track. */
function samplesOf(file: Buffer): Buffer[] {
  const all = { start: 0, end: file.length }
  const table = (type: string) => {
    const box = findBox(file, all, 'moov', 'trak', 'mdia', 'minf', 'stbl', type)
    if (!box) throw new Error(`There is no ${type}.`)
    return file.subarray(box.start + 4, box.end)
  }
  const [sizes, starts, chunks] = [table('stsz'), table('co64'), table('stsc')]
  const found: Buffer[] = []
  let entry = 0
  for (let chunk = 0; chunk < starts.readUInt32BE(0); chunk += 1) {
    const isNext =
      entry + 1 < chunks.readUInt32BE(0) && chunks.readUInt32BE(4 + 12 * (entry + 1)) === chunk + 1
    if (isNext) entry += 1
    let at = Number(starts.readBigUInt64BE(4 + 8 * chunk))
    for (let left = chunks.readUInt32BE(8 + 12 * entry); left > 0; left -= 1) {
      const bytes = sizes.readUInt32BE(8 + 4 * found.length)
      found.push(file.subarray(at, at + bytes))
      at += bytes
    }
  }
  return found
}

it('A joined medium has the samples of its parts, in order, wherever they lie', () => {
  expect([...boxesIn(whole, { start: 0, end: whole.length })].map(({ type }) => type)).toEqual([
    'ftyp',
    'free',
    'moov',
    'mdat',
  ])
  const samples = samplesOf(whole)
  const sounds = parts.flatMap((part) => part.sounds)
  expect(samples).toHaveLength(sounds.length)
  expect(samples.findIndex((sample, number) => !sample.equals(sounds[number] as Buffer))).toBe(-1)
})

it('Its length is that of all samples', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'earmark-joined-'))
  const path = join(folder.path, 'joined')
  await writeFile(path, whole)
  const seconds = (1801 * units) / 44_100
  expect(await probeRecording(path, whole.length)).toMatchObject({
    contentType: 'audio/mp4',
    seconds: expect.closeTo(seconds, 6),
  })
  expect(joined.seconds.reduce((sum, each) => sum + each)).toBeCloseTo(seconds, 6)
})

it('Its bytes far from a sample are left out, those beside one are not', () => {
  const pieces = parts[0]?.samples.pieces.filter((piece) => 'start' in piece) ?? []
  const kept = pieces.reduce((sum, { bytes }) => sum + bytes, 0)
  expect(kept).toBeGreaterThan(0)
  expect(whole.length).toBeLessThan(joined.index.length + 3 * 60_000)
})

it('Any range of it holds the bytes of the whole', async () => {
  const place = fc.nat(whole.length - 1)
  await fc.assert(
    fc.asyncProperty(place, place, async (one, other) => {
      const [start, end] = [Math.min(one, other), Math.max(one, other)]
      expect((await read(start, end)).equals(whole.subarray(start, end + 1))).toBe(true)
    }),
    { numRuns: 10_000 },
  )
})

it('Its index has another hash where a part is another file of the same measures', () => {
  const renamed = parts.map((part) => ({ ...part, config, sha256: hash('sha256', part.sha256) }))
  const other = joinSounds(renamed)?.index as Buffer
  expect(other.length).toBe(joined.index.length)
  expect(hash('sha256', other)).not.toBe(index.sha256)
})

it('Sounds that one decoder does not play are not joined', () => {
  const mono = mp3Config({ channels: 1, rate: 44_100 })
  const [first, second] = parts as [Part, Part]
  expect(
    joinSounds([
      { ...first, config },
      { ...second, config: mono },
    ]),
  ).toBeNull()
  expect(joinSounds([])).toBeNull()
})
