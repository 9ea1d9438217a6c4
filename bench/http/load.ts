import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A burst of requests by wrk, which costs its own core little enough to keep up with the server. */
export interface Load {
  readonly requestsPerSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** User and system time of the server, in milliseconds for each request. */
  readonly cpuMsPerRequest: number
}

export interface Target {
  readonly port: number
  readonly pid: number
}

export interface LoadOptions {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly connections?: number
  readonly seconds?: number
  /** Path of a script for wrk that makes the requests. */
  readonly script?: string
}

const wrkPath = '/usr/bin/wrk'
const execFileAsync = promisify(execFile)

export function requireWrk(): void {
  if (!existsSync(wrkPath)) throw new Error('The benchmark needs wrk: apt-get install wrk.')
}

/** @throws when any answer is neither 200 nor 304 */
export async function load(target: Target, options: LoadOptions): Promise<Load> {
  const { path, headers = {}, connections = 32, seconds = 2, script } = options
  const before = cpuSeconds(target.pid)
  const { stdout } = await execFileAsync(wrkPath, [
    '-t1',
    `-c${connections}`,
    `-d${seconds}`,
    '--latency',
    ...(script ? ['-s', script] : []),
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    `http://127.0.0.1:${target.port}${path}`,
  ])
  const cpu = cpuSeconds(target.pid) - before
  const problem = /Non-2xx or 3xx responses: \d+|Socket errors:.*/.exec(stdout)
  if (problem) throw new Error(`${path}: ${problem[0]}`)
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1])
  return {
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p50: milliseconds(/50%\s+([\d.]+)(us|ms|s)/.exec(stdout)),
    p99: milliseconds(/99%\s+([\d.]+)(us|ms|s)/.exec(stdout)),
    cpuMsPerRequest: (cpu * 1000) / requests,
  }
}

function milliseconds(match: RegExpExecArray | null): number {
  const factors: Record<string, number> = { us: 0.001, ms: 1, s: 1000 }
  return Number(match?.[1]) * (factors[match?.[2] ?? ''] ?? Number.NaN)
}

/** A script for wrk that asks for another page each time, all over the list; no two requests are alike. */
export async function writePagesScript(folder: string, pages: number): Promise<string> {
  const path = join(folder, `pages-${pages}.lua`)
  await writeFile(
    path,
    `local n = ${Date.now() % 1_000_000}
     request = function()
       n = n + 7919
       return wrk.format("GET", "/api/audio-books/paged?pageNumber=" .. (n % ${pages} + 1) .. "&sortBy=name&n=" .. n)
     end`,
  )
  return path
}

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
