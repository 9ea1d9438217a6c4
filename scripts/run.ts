import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { delimiter, join } from 'node:path'

/** Programs of the repository, and Node itself, are those of `node_modules`. */
function start(
  root: string,
  [program = '', ...parts]: string[],
  stdio: StdioOptions,
  env: NodeJS.ProcessEnv = {},
): ChildProcess {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  return spawn(program, parts, { cwd: root, stdio, env: { ...process.env, ...env, PATH: path } })
}

export async function runQuietly(root: string, command: string[]): Promise<{ code: number; output: string }> {
  const child = start(root, command, ['ignore', 'pipe', 'pipe'])
  let output = ''
  const collect = (chunk: string) => {
    output += chunk
  }
  child.stdout?.setEncoding('utf8').on('data', collect)
  child.stderr?.setEncoding('utf8').on('data', collect)
  return { code: await ending(child), output: output.trim() }
}

export function runVisibly(root: string, command: string[], env?: NodeJS.ProcessEnv): Promise<number> {
  return ending(start(root, command, ['ignore', 'inherit', 'inherit'], env))
}

/** The exit code, after all output. A signal is passed on to the child and ends this process after it. */
function ending(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const passOn = (signal: NodeJS.Signals) => {
      child.kill(signal)
      child.once('close', () => process.exit(signal === 'SIGINT' ? 130 : 143))
    }
    process.on('SIGINT', passOn).on('SIGTERM', passOn)
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('SIGINT', passOn).off('SIGTERM', passOn)
      resolve(code ?? 1)
    })
  })
}
