// Starts programs of the repository on its own Node and passes on the signals that would end them.

import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

/**
 * @param {string} root
 * @param {string[]} command
 * @param {import('node:child_process').StdioOptions} stdio
 * @param {NodeJS.ProcessEnv} [env]
 */
export function start(root, [program = '', ...parts], stdio, env = {}) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  return spawn(program, parts, { cwd: root, stdio, env: { ...process.env, ...env, PATH: path } })
}

/**
 * @param {string} root
 * @param {string[]} command
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runQuietly(root, command) {
  const child = start(root, command, ['ignore', 'pipe', 'pipe'])
  let output = ''
  const collect = (/** @type {string} */ chunk) => {
    output += chunk
  }
  child.stdout?.setEncoding('utf8').on('data', collect)
  child.stderr?.setEncoding('utf8').on('data', collect)
  return { code: await ending(child), output: output.trim() }
}

/**
 * @param {string} root
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} [env]
 */
export function runVisibly(root, command, env) {
  return ending(start(root, command, ['ignore', 'inherit', 'inherit'], env))
}

/**
 * The exit code once the program has ended and its output is read; a signal that reaches us meanwhile is passed
 * on, and ends us too once the program has ended.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function ending(child) {
  return new Promise((resolve, reject) => {
    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => {
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
