import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A command of whoever runs the server, in a process of its own. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly seconds: number
  /** The most memory that it had, where the system tells. */
  readonly peakMegabytes: number
}

const lookMs = 50

export async function runOperatorCommand(
  name: 'backup' | 'restore' | 'doctor' | 'import' | 'move-in',
  settings: Readonly<Record<string, string>>,
  ...given: string[]
): Promise<Ended> {
  const begun = performance.now()
  const script = join(import.meta.dirname, `../../commands/${name}.ts`)
  const child = spawn(process.execPath, [script, ...given], {
    env: { ...process.env, INIT_CWD: '', ...settings },
  })
  let [stdout, stderr, peakMegabytes] = ['', '', 0]
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString()))
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()))
  const looking = setInterval(() => {
    readFile(`/proc/${child.pid}/status`, 'utf8').then(
      (status) => (peakMegabytes = Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)),
      () => undefined,
    )
  }, lookMs)
  const [code] = (await once(child, 'close')) as [number | null]
  clearInterval(looking)
  return { code, stdout, stderr, seconds: (performance.now() - begun) / 1000, peakMegabytes }
}
