import { readdirSync, readFileSync } from 'node:fs'

/** What a process and those that it has started hold, as Linux tells it. */

const ticksPerSecond = 100

interface Process {
  readonly pid: number
  readonly parent: number
  /** Seconds of processor time, of ended children too. */
  readonly seconds: number
}

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = read(`/proc/${name}/stat`)
      if (stat === null) return []
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
      return [{ pid: Number(name), parent: Number(fields[1]), seconds: ticks / ticksPerSecond }]
    })
}

/** Null for one that has ended meanwhile. */
function read(path: string): string | null {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return null
  }
}

function treeOf(pid: number): Process[] {
  const all = processes()
  const tree = all.filter((process) => process.pid === pid)
  for (const { pid: parent } of tree) tree.push(...all.filter((process) => process.parent === parent))
  return tree
}

/** Processor time so far, in seconds. */
export function treeSeconds(pid: number): number {
  return treeOf(pid).reduce((sum, { seconds }) => sum + seconds, 0)
}

/** Memory that is not of files, in megabytes. */
export function treeMegabytes(pid: number): number {
  return treeOf(pid).reduce((sum, process) => {
    const [, kibibytes = 0] = /RssAnon:\s+(\d+)/.exec(read(`/proc/${process.pid}/status`) ?? '') ?? []
    return sum + (Number(kibibytes) * 1024) / 1e6
  }, 0)
}
