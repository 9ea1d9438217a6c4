import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { descendantsOf, processorSeconds, residentMebibytes } from '../../src/testing/process-state.ts'

/** A checking node in a process of its own, as `npm start` runs it. */
export interface CheckingNode {
  /** Catalogue changes that it has made. */
  readonly changes: () => number
  /** Of it and of the process that reads feeds for it. */
  readonly processorSeconds: () => number
  readonly mebibytes: () => number
  start(): void
  /** Does what is queued for sources instead of checking them. */
  startJobs(): void
  /** Holds all of its threads, or lets them go on. */
  hold(isHeld: boolean): void
  /** As by `kill -9`. */
  kill(): Promise<void>
}

const flags = ['--max-semi-space-size=2', '--v8-pool-size=1', '--heap-growing-percent=50', '--expose-gc']

export async function openNode(environment: Readonly<Record<string, string>>): Promise<CheckingNode> {
  const child = fork(join(import.meta.dirname, 'checking-node.ts'), {
    execArgv: flags,
    env: { ...process.env, MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536', ...environment },
  })
  const pid = child.pid as number
  let changes = 0
  await untilReady(child)
  child.on('message', (message) => {
    changes = (message as { changed: number }).changed
  })
  return {
    changes: () => changes,
    processorSeconds: () => [pid, ...descendantsOf(pid)].reduce((sum, one) => sum + processorSeconds(one), 0),
    mebibytes: () => residentMebibytes(pid),
    start: () => void child.send('start'),
    startJobs: () => void child.send('jobs'),
    hold: (isHeld) => void child.kill(isHeld ? 'SIGSTOP' : 'SIGCONT'),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

async function untilReady(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The node ended with ${code as number}.`)
  })
  await Promise.race([once(child, 'message'), ended])
}
