/**
 * The joined address of 40 files, 20 hours of MP3, beside a stored file of the same server, in interleaved rounds of one
 * run. Bounded to about a minute and a half.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BenchRow, median } from '../rows.ts'
import { memoryMiB } from './load.ts'
import { askFor, jobs, type Measured } from './ranges.ts'
import { type Server, startShipped } from './shipped-server.ts'
import { adminSettings, login, signIn } from './upload-client.ts'

const files = 40
const fileSeconds = 1800
const rounds = 5
const mebibyte = 1024 ** 2
const kinds = ['firstByte', 'ranges', 'whole'] as const

interface Medium {
  readonly path: string
  readonly sizeBytes: number
}

type Measurements = Record<(typeof kinds)[number], Measured[]>

export async function measureJoined(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'earmark-joined-'))
  const server = await startShipped(join(folder, 'data'), {
    firstPath: '/health/ready',
    environment: adminSettings,
  })
  try {
    const stored = await mediumOf(server, await (await signIn(server)).add())
    const joined = await mediumOf(server, await addBook(server, folder))
    return await measureMedia(server, stored, joined)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** @returns the address of a book whose files differ in their titles */
async function addBook(server: Server, folder: string): Promise<string> {
  const ffmpeg = async (...args: string[]) =>
    await promisify(execFile)('ffmpeg', ['-loglevel', 'error', '-y', ...args])
  const sound = join(folder, 'sound.mp3')
  const noise = `anoisesrc=r=22050:a=0.1:d=${fileSeconds}`
  await ffmpeg('-f', 'lavfi', '-i', noise, '-c:a', 'libmp3lame', '-q:a', '7', sound)
  const form = new FormData()
  form.set('Name', 'Of forty files')
  for (let number = 1; number <= files; number += 1) {
    const file = join(folder, `${number}.mp3`)
    await ffmpeg('-i', sound, '-c', 'copy', '-metadata', `title=${number}`, file)
    form.append('Audio', new Blob([await readFile(file)]), `${number}.mp3`)
  }
  const headers = { authorization: `Bearer ${await login(server)}` }
  const answer = await fetch(`${server.url}/api/audio-books`, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(`The book was refused: ${await answer.text()}`)
  return `/api/audio-books/${((await answer.json()) as { id: number }).id}`
}

async function mediumOf(server: Server, book: string): Promise<Medium> {
  const { audioUrl: path } = (await (await fetch(server.url + book)).json()) as { audioUrl: string }
  const head = await fetch(server.url + path, { method: 'HEAD' })
  return { path, sizeBytes: Number(head.headers.get('content-length')) }
}

async function measureMedia(server: Server, stored: Medium, joined: Medium): Promise<BenchRow[]> {
  const ask = (medium: Medium, kind: keyof Measurements) =>
    askFor({ ...server, path: medium.path }, medium.sizeBytes, jobs[kind])
  // First rounds that do not count.
  for (const medium of [stored, joined]) await ask(medium, 'ranges')
  const before = memoryMiB(server.pid).now
  const ofStored: Measurements = { firstByte: [], ranges: [], whole: [] }
  const ofJoined: Measurements = { firstByte: [], ranges: [], whole: [] }
  for (let round = 0; round < rounds; round += 1)
    for (const kind of kinds) {
      ofStored[kind].push(await ask(stored, kind))
      ofJoined[kind].push(await ask(joined, kind))
    }
  const { now, peak } = memoryMiB(server.pid)
  return [
    firstByteRow(ofStored.firstByte, ofJoined.firstByte),
    rateRow('64 KiB at random places', 'req/s', ofStored.ranges, ofJoined.ranges, (run) => run.requests),
    rateRow('whole, 16 clients', 'MiB/s', ofStored.whole, ofJoined.whole, (run) => run.bytes / mebibyte),
    {
      what: 'joined address: memory under these loads',
      ours: `${before.toFixed(0)} → ${now.toFixed(0)} MiB, at most ${peak.toFixed(0)}`,
      yardstick: '–',
      ratio: '–',
      goal: '≤ 250 MB',
      isReached: (peak * mebibyte) / 1e6 <= 250,
    },
  ]
}

function firstByteRow(ofStored: readonly Measured[], ofJoined: readonly Measured[]): BenchRow {
  const [theirs, mine] = [ofStored, ofJoined].map((runs) => median(runs.map((run) => run.medianMs)))
  const above = (mine as number) - (theirs as number)
  return {
    what: `joined address of ${files} files: first byte deep in it`,
    ours: `${mine?.toFixed(2)} ms`,
    yardstick: `stored file ${theirs?.toFixed(2)} ms`,
    ratio: `+${above.toFixed(2)} ms`,
    goal: '≤ +1 ms',
    isReached: above <= 1,
  }
}

function rateRow(
  what: string,
  unit: string,
  ofStored: readonly Measured[],
  ofJoined: readonly Measured[],
  countOf: (run: Measured) => number,
): BenchRow {
  const rate = (runs: readonly Measured[]) => median(runs.map((run) => countOf(run) / run.seconds))
  const [theirs, mine] = [rate(ofStored), rate(ofJoined)]
  return {
    what: `joined address: ${what}`,
    ours: `${mine.toFixed(0)} ${unit}`,
    yardstick: `stored file ${theirs.toFixed(0)} ${unit}`,
    ratio: (mine / theirs).toFixed(2),
    goal: '≥ 0.9',
    isReached: mine / theirs >= 0.9,
  }
}

if (import.meta.main) console.table(await measureJoined())
