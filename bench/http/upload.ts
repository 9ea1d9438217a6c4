/**
 * The upload rows: an audio book with a recording of 200 MB, added and replaced, beside a bare server that pipes the
 * same bytes into a synced file; by turns, in one run. Bounded to about 60 seconds.
 */
import { readdirSync, readlinkSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BenchRow, median } from '../rows.ts'
import { cpuSeconds, memoryMiB } from './load.ts'
import { type Server, startShipped, startYardstick } from './shipped-server.ts'
import { adminSettings, type Editor, sendRecording, signIn, uploadBytes } from './upload-client.ts'

const rounds = 10
const goalRatio = 1.3
const goalGrowthMb = 64
/** Aborted uploads are still being removed. */
const restMs = 10_000
const aborts = 2_000
const abortsAtOnce = 20
const mebibyte = 1024 ** 2

export async function measureUpload(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'earmark-upload-'))
  const [dataDir, bareDir] = [join(folder, 'data'), join(folder, 'bare')]
  await mkdir(bareDir)
  const ours = await startShipped(dataDir, { environment: adminSettings })
  const bare = await startYardstick(
    join(import.meta.dirname, 'synced-file-server.ts'),
    { DATA_DIR: bareDir },
    '/',
  )
  try {
    return await compare(ours, bare, dataDir)
  } finally {
    await Promise.all([ours.stop(), bare.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}

interface Cost {
  readonly milliseconds: number
  readonly cpuMs: number
}

async function costOf({ pid }: Server, work: () => Promise<unknown>): Promise<Cost> {
  const [begun, cpuBefore] = [performance.now(), cpuSeconds(pid)]
  await work()
  return { milliseconds: performance.now() - begun, cpuMs: (cpuSeconds(pid) - cpuBefore) * 1000 }
}

async function compare(ours: Server, bare: Server, dataDir: string): Promise<BenchRow[]> {
  const editor = await signIn(ours)
  await new Promise((wait) => setTimeout(wait, restMs))
  const before = await stateOf(ours, dataDir)
  // A first round that does not count: code is compiled, the file system has made room.
  await editor.remove(await editor.add())
  await sendRecording(bare, { method: 'POST', path: '/upload' })
  const costs = { added: [] as Cost[], replaced: [] as Cost[], piped: [] as Cost[] }
  const pipe = async () => {
    costs.piped.push(await costOf(bare, () => sendRecording(bare, { method: 'POST', path: '/upload' })))
  }
  for (let round = 0; round < rounds; round += 1) {
    let path = ''
    costs.added.push(await costOf(ours, async () => (path = await editor.add())))
    await pipe()
    costs.replaced.push(await costOf(ours, () => editor.replace(path)))
    await pipe()
    await editor.remove(path)
  }
  await abortMany(editor)
  const peakMb = (memoryMiB(ours.pid).peak * mebibyte) / 1e6
  await new Promise((wait) => setTimeout(wait, restMs))
  const after = await stateOf(ours, dataDir)
  return [
    timeRow('upload of 200 MB: POST /audio-books', costs.added, costs.piped),
    timeRow('upload of 200 MB: PUT', costs.replaced, costs.piped),
    growthRow(before.memoryMb, peakMb),
    leftRow(before, after),
  ]
}

async function abortMany(editor: Editor): Promise<void> {
  for (let begun = 0; begun < aborts; begun += abortsAtOnce) {
    const lengths = Array.from({ length: abortsAtOnce }, (_, at) => ((begun + at) * 7919) % mebibyte)
    await Promise.all(lengths.map((sentBytes) => editor.abort(sentBytes)))
  }
}

function timeRow(what: string, mine: readonly Cost[], theirs: readonly Cost[]): BenchRow {
  const middle = (costs: readonly Cost[], of: keyof Cost) => median(costs.map((cost) => cost[of]))
  const text = (costs: readonly Cost[]) =>
    `${middle(costs, 'milliseconds').toFixed(0)} ms, ${middle(costs, 'cpuMs').toFixed(0)} ms CPU`
  const ratio = middle(mine, 'milliseconds') / middle(theirs, 'milliseconds')
  return {
    what,
    ours: text(mine),
    yardstick: `pipe to a synced file ${text(theirs)}`,
    ratio: ratio.toFixed(2),
    goal: `≤ ${goalRatio}`,
    isReached: ratio <= goalRatio,
  }
}

function growthRow(beforeMb: number, peakMb: number): BenchRow {
  return {
    what: 'memory growth under it',
    ours: `${beforeMb.toFixed(0)} → at most ${peakMb.toFixed(0)} MB`,
    yardstick: '–',
    ratio: '–',
    goal: `≤ ${goalGrowthMb} MB`,
    isReached: peakMb - beforeMb <= goalGrowthMb,
  }
}

interface State {
  readonly memoryMb: number
  readonly descriptors: number
  readonly files: number
}

async function stateOf({ pid }: Server, dataDir: string): Promise<State> {
  const targets = readdirSync(`/proc/${pid}/fd`).map((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`)
    } catch {
      return ''
    }
  })
  const entries = await readdir(join(dataDir, 'media'), { recursive: true, withFileTypes: true })
  return {
    memoryMb: (memoryMiB(pid).now * mebibyte) / 1e6,
    // Connections that are kept alive are the client's choice.
    descriptors: targets.filter((target) => !target.startsWith('socket:')).length,
    files: entries.filter((entry) => entry.isFile()).length,
  }
}

function leftRow(before: State, after: State): BenchRow {
  const text = ({ memoryMb, descriptors, files }: State) =>
    `${memoryMb.toFixed(0)} MB, ${descriptors} descriptors, ${files} files`
  return {
    what: `what ${2 * rounds + 1} uploads of ${uploadBytes / 1e6} MB and ${aborts} cut short leave behind`,
    ours: `${text(before)} → ${text(after)}`,
    yardstick: '–',
    ratio: '–',
    goal: 'nothing open, nothing stored',
    isReached: after.descriptors <= before.descriptors && after.files === before.files,
  }
}

if (import.meta.main) console.table(await measureUpload())
