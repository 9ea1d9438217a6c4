import { readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100

/** User and system time of a process and its threads so far, in seconds. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** Resident memory of a process now and at its highest, in MiB. */
export function memoryMiB(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024
  return { now: read('VmRSS'), peak: read('VmHWM') }
}
