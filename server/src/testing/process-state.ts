import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** What a process holds, as Linux tells it. */
export function countDescriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

/** Paths below a folder that this process holds open; “(deleted)” stands behind those that are there no more. */
export function openFilesIn(folder: string): string[] {
  return descriptorsOf('self').filter((path) => path.startsWith(folder))
}

/** What each is of: a path, or `socket:`, `pipe:` and the like with a number. */
export function descriptorsOf(pid: number | 'self'): string[] {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).map((descriptor) => targetOf(join(folder, descriptor)))
}

/** Of a descriptor; some go while they are looked at. */
function targetOf(descriptor: string): string {
  try {
    return readlinkSync(descriptor)
  } catch {
    return ''
  }
}

/** Those that a process has started, and those that these have. */
export function descendantsOf(pid: number): number[] {
  return readChildren(pid).flatMap((child) => [child, ...descendantsOf(child)])
}

/** None of one that has ended meanwhile. */
function readChildren(pid: number): number[] {
  try {
    const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return listed.split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

export function residentBytes(pid: number): number {
  const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kibibytes) * 1024
}

export function residentMebibytes(pid: number): number {
  return Math.round(residentBytes(pid) / 1024 ** 2)
}

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100

/** User and system time of a process and its threads so far. */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}
