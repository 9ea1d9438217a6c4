import { mkdir, open, utimes } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { waveHead } from '../../server/src/testing/wave-file.ts'
import type { Server } from '../http/shipped-server.ts'
import { signIn, uploadBytes } from '../http/upload-client.ts'
import { type BenchRow, percentile } from '../rows.ts'
import { startImporting } from './importing-server.ts'

const books = 500
const filesOfBook = 30
const fileBytes = 10_000_000
/** Epoch seconds. */
const writtenAt = Date.UTC(2025, 0, 1) / 1000
const goalSeconds = 300
const goalMs = 50
const restSeconds = 20

/** Files that are holes but for their beginnings are looked through and brought in, while people listen. */
export async function measureBesideListening(folder: string): Promise<BenchRow[]> {
  const library = join(folder, 'library')
  await writeLibrary(library)
  await using importing = await startImporting(join(folder, 'data'), library)
  const path = await addRecording(importing.server)
  const rest = await listenWhile(importing.server, path, () => pause(restSeconds * 1000))
  const look = await listenWhile(importing.server, path, () => importing.look())
  const { row, seconds } = look.of
  if (row.counts.new !== books) throw new Error(`Found ${JSON.stringify(row.counts)}`)
  const apply = await listenWhile(importing.server, path, () => importing.apply(row.id))
  const size = `${books} books, ${books * filesOfBook} files, ${(books * filesOfBook * fileBytes) / 1e9} GB of holes`
  return [
    {
      what: `${size}: to the review`,
      ours: `${seconds.toFixed(0)} s, ${look.of.processorSeconds.toFixed(0)} s CPU`,
      yardstick: '–',
      ratio: '–',
      goal: `≤ ${goalSeconds} s`,
      isReached: seconds <= goalSeconds,
    },
    rangeRow('the look at them', look.times, rest.times),
    rangeRow('their applying', apply.times, rest.times),
  ]
}

function rangeRow(meanwhile: string, times: readonly number[], rest: readonly number[]): BenchRow {
  const [mine, resting] = [percentile(times, 0.99), percentile(rest, 0.99)]
  return {
    what: `64 KiB for ${listeners} listeners during ${meanwhile}: p99 of ${times.length}`,
    ours: `${mine.toFixed(1)} ms`,
    yardstick: `at rest ${resting.toFixed(1)} ms`,
    ratio: (mine / resting).toFixed(1),
    goal: `≤ ${goalMs} ms`,
    isReached: mine <= goalMs,
  }
}

/** Each file has sound of its own at its beginning. */
async function writeLibrary(library: string): Promise<void> {
  const head = waveHead({ soundBytes: fileBytes, rate: 8000, bits: 8 })
  for (let book = 0; book < books; book += 1) {
    const place = join(library, `Author ${book % 50}`, `Book ${book}`)
    await mkdir(place, { recursive: true })
    for (let number = 1; number <= filesOfBook; number += 1) {
      const file = join(place, `${String(number).padStart(2, '0')}.wav`)
      await using handle = await open(file, 'w')
      await handle.write(Buffer.concat([head, Buffer.from(`${book} ${number}`.padEnd(16))]))
      await handle.truncate(head.length + fileBytes)
      await handle.close()
      await utimes(file, writtenAt, writtenAt)
    }
  }
}

async function addRecording(server: Server): Promise<string> {
  const book = await (await signIn(server)).add()
  const { audioUrl } = (await (await fetch(server.url + book)).json()) as AudioBook
  return audioUrl ?? ''
}

const listeners = 10
const everyMs = 200
const rangeBytes = 64 * 1024

/** @returns milliseconds to the last byte of each range, and what `work` has come to */
async function listenWhile<Of>(
  { port }: Server,
  path: string,
  work: () => Promise<Of>,
): Promise<{ readonly times: number[]; readonly of: Of }> {
  const leaving = new AbortController()
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  const listen = async (listener: number) => {
    await pause((everyMs * listener) / listeners)
    while (!leaving.signal.aborted) {
      const start = Math.floor(Math.random() * (uploadBytes - rangeBytes))
      const begun = performance.now()
      await readRange({ agent, port, path, range: `bytes=${start}-${start + rangeBytes - 1}` })
      times.push(performance.now() - begun)
      await pause(everyMs)
    }
  }
  const all = Array.from({ length: listeners }, (_, listener) => listen(listener))
  try {
    return {
      times,
      of: await Promise.race([work(), Promise.all(all).then(() => Promise.reject(new Error()))]),
    }
  } finally {
    leaving.abort()
    await Promise.all(all)
    agent.destroy()
  }
}

interface Range {
  readonly agent: Agent
  readonly port: number
  readonly path: string
  readonly range: string
}

function readRange({ agent, port, path, range }: Range): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = { agent, port, path, host: '127.0.0.1', headers: { range } }
    get(asked, (answer) => {
      if (answer.statusCode !== 206) reject(new Error(`A range was answered with ${answer.statusCode}.`))
      answer.resume().on('end', resolve).on('error', reject)
    }).on('error', reject)
  })
}
