import { type BenchRow, median } from '../rows.ts'
import { memoryMiB, load, writePagesScript } from './load.ts'
import { startShipped } from './shipped-server.ts'

const starts = 5
const restMs = 3000
/** The goals count in MB, the kernel in KiB. */
const megabytesPerMebibyte = 1.048_576

/** The time of a start on an existing database, and the memory at rest and under load. */
export async function measureStartAndMemory(dataDir: string, folder: string): Promise<BenchRow[]> {
  const times: number[] = []
  const resting: number[] = []
  let peak = 0
  for (let turn = 0; turn < starts; turn += 1) {
    const server = await startShipped(dataDir)
    times.push(server.startedInMs)
    await fetch(`${server.url}/`).then((answer) => answer.text())
    await new Promise((wait) => setTimeout(wait, restMs))
    resting.push(memoryMiB(server.pid).now * megabytesPerMebibyte)
    if (turn === starts - 1) {
      await load(server, { path: '/api/audio-books/paged', seconds: 4 })
      await load(server, { path: '/', script: await writePagesScript(folder, 1000), seconds: 8 })
      peak = memoryMiB(server.pid).peak * megabytesPerMebibyte
    }
    await server.stop()
  }
  const row = (what: string, value: number, unit: string, most: number): BenchRow => ({
    what,
    ours: `${value.toFixed(0)} ${unit}`,
    yardstick: '',
    ratio: '',
    goal: `≤ ${most} ${unit}`,
    isReached: value <= most,
  })
  return [
    row('start to the first 200', median(times), 'ms', 1000),
    row('memory at rest', median(resting), 'MB', 110),
    row('memory at its highest, catalogue hot and cold', peak, 'MB', 250),
  ]
}
