import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Socket } from 'node:net'

/**
 * A shell that starts the children. A process is started as a copy of the one that starts it, which for a program of 300 MB
 * costs its event loop up to 80 ms; a shell has hardly anything to copy.
 */

export interface Start {
  readonly script: string
  readonly memoryBytes: number
  /** Above that of the program, for all threads of the child. */
  readonly niceness: number
  /** Where the child connects to. */
  readonly socketPath: string
}

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface Watcher {
  started(pid: number): void
  ended(exit: Exit): void
  /** The shell has ended: of its children nothing will be told. */
  lost(): void
}

/** Half of a child's start would be the reading of its sources. */
const compiledFolder = join(import.meta.dirname, '../../../node_modules/.cache/node')
const environment = { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: compiledFolder }
const node = [process.execPath, '--max-old-space-size=256', '--max-semi-space-size=8']

/** Decoders allocate outside of V8's heap, so the limit is the system's, where it has one. */
const startChild = `
echo "$1 started $$"
[ "$2" = none ] || ulimit -d "$2" || exit
niceness=$3
shift 3
exec nice -n "$niceness" "$@" </dev/null >/dev/null 2>&1`

/**
 * Of a request for a child: its number, its memory in KiB, its niceness, its socket, its script. A shell that cannot start
 * another process ends at once. `jobs` has it forget those that have ended.
 */
const startChildren = `
while IFS='\t' read -r number memory niceness socket script; do
  jobs >/dev/null
  {
    trap 'echo "$number ended $?"' EXIT
    /bin/sh -c '${startChild}' sh "$number" "$memory" "$niceness" "$@" "$script" "$socket"
  } &
done`

const signalBase = 128
/** Of several names for one the first. */
const signals = new Map(
  Object.entries(constants.signals)
    .map(([name, number]) => [number, name] as const)
    .reverse(),
)

class Starter {
  readonly #shell: ChildProcess
  readonly #watchers = new Map<string, Watcher>()
  #lastNumber = 0

  constructor(ended: () => void) {
    this.#shell = spawn('/bin/sh', ['-c', startChildren, 'sh', ...node], {
      env: environment,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const { stdin, stdout } = this.#shell
    const end = () => {
      ended()
      for (const watcher of this.#watchers.values()) watcher.lost()
      this.#watchers.clear()
    }
    this.#shell.on('error', end).on('exit', end).unref()
    // The end of the shell tells it.
    stdin?.on('error', () => undefined)
    for (const stream of [stdin, stdout]) if (stream instanceof Socket) stream.unref()
    if (stdout) createInterface({ input: stdout }).on('line', (line) => this.#take(line))
  }

  start({ script, memoryBytes, niceness, socketPath }: Start, watcher: Watcher): void {
    const number = String((this.#lastNumber += 1))
    const memory = process.platform === 'linux' ? String(memoryBytes / 1024) : 'none'
    this.#watchers.set(number, watcher)
    this.#shell.stdin?.write(`${[number, memory, niceness, socketPath, script].join('\t')}\n`)
  }

  #take(line: string): void {
    const [number = '', what, value] = line.split(' ')
    const watcher = this.#watchers.get(number)
    if (what === 'started') return watcher?.started(Number(value))
    this.#watchers.delete(number)
    watcher?.ended(exitOf(Number(value)))
  }
}

/** @param status as a shell tells it */
function exitOf(status: number): Exit {
  const signal = signals.get(status - signalBase)
  return signal ? { code: null, signal: signal as NodeJS.Signals } : { code: status, signal: null }
}

let opened: Starter | null = null

/** The earlier in the life of the program, the less its own start costs. */
export function openStarter(): Starter {
  return (opened ??= new Starter(() => {
    opened = null
  }))
}
