/**
 * The upload rows: a recording of 200 MB sent to ours and to a bare server that pipes the same bytes into a synced
 * file, in interleaved rounds of one run. Bounded to about 30 seconds.
 */
import { randomFillSync } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BenchRow, median } from '../rows.ts'
import { memoryMiB } from './process-cost.ts'
import { type Server, startYardstick } from './shipped-server.ts'

const sizeBytes = 200_000_000
const rounds = 5
const goalRatio = 1.3
const goalGrowthMb = 64
const boundary = 'a-boundary-of-forms'
const block = randomFillSync(Buffer.alloc(1024 ** 2))
const mebibyte = 1024 ** 2

export async function measureUpload(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'earmark-upload-'))
  await mkdir(join(folder, 'data'))
  const environment = { DATA_DIR: join(folder, 'data'), RATE_LIMITS: 'false', SAMPLE_CATALOGUE: 'false' }
  const programme = (name: string) => join(import.meta.dirname, name)
  // As `npm start` has it.
  const asShipped = { ...environment, NODE_OPTIONS: '--max-semi-space-size=2 --v8-pool-size=1' }
  const ours = await startYardstick(programme('upload-server.ts'), asShipped, '/health/live')
  const bare = await startYardstick(programme('synced-file-server.ts'), environment, '/')
  try {
    return await compare(ours, bare)
  } finally {
    await Promise.all([ours.stop(), bare.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}

async function compare(ours: Server, bare: Server): Promise<BenchRow[]> {
  const times = { ours: [] as number[], bare: [] as number[] }
  const before = memoryMiB(ours.pid).now
  // A first round that does not count: code is compiled, the file system has made room.
  await send(ours)
  await send(bare)
  for (let round = 0; round < rounds; round += 1) {
    times.ours.push(await send(ours))
    times.bare.push(await send(bare))
  }
  const peak = memoryMiB(ours.pid).peak
  const [mine, theirs] = [median(times.ours), median(times.bare)]
  const growthMb = ((peak - before) * mebibyte) / 1e6
  return [
    {
      what: 'upload of 200 MB',
      ours: `${mine.toFixed(0)} ms`,
      yardstick: `pipe to a synced file ${theirs.toFixed(0)} ms`,
      ratio: (mine / theirs).toFixed(2),
      goal: `≤ ${goalRatio}`,
      isReached: mine / theirs <= goalRatio,
    },
    {
      what: 'memory growth under it',
      ours: `${before.toFixed(0)} → at most ${peak.toFixed(0)} MiB`,
      yardstick: '–',
      ratio: '–',
      goal: `≤ ${goalGrowthMb} MB`,
      isReached: growthMb <= goalGrowthMb,
    },
  ]
}

/** The same bytes for both, of which only ours makes sense. @returns milliseconds until it is answered */
async function send({ port }: Server): Promise<number> {
  const head = Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="Audio"; filename="a.wav"\r\n\r\n`),
    waveHead(),
  ])
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const begun = performance.now()
  await new Promise<void>((resolve, reject) => {
    const sending = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/upload',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': head.length + sizeBytes + tail.length,
      },
    })
    sending.on('error', reject).on('response', (answer) => {
      answer.resume().on('end', resolve)
      if (answer.statusCode !== 200) reject(new Error(`An upload was answered with ${answer.statusCode}.`))
    })
    sending.write(head)
    void pour(sending, tail)
  })
  return performance.now() - begun
}

async function pour(sending: NodeJS.WritableStream, tail: Buffer): Promise<void> {
  for (let left = sizeBytes; left > 0; left -= block.length) {
    if (!sending.write(block.subarray(0, left)))
      await new Promise((drained) => sending.once('drain', drained))
  }
  sending.end(tail)
}

/** 8-bit sound of one channel, as long as its bytes. */
function waveHead(): Buffer {
  const head = Buffer.from(
    'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\0\0\0\0',
    'latin1',
  )
  head.writeUInt32LE(sizeBytes + 36, 4)
  head.writeUInt32LE(sizeBytes, 40)
  return head
}

if (import.meta.main) console.table(await measureUpload())
