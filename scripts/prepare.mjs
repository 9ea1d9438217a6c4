// Makes a fresh clone ready: `node scripts/prepare.mjs start|command|dev|check|test`. Runs before there is a node_modules,
// on any Node. Does only what is missing.

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { showStep } from '../server/src/log/terminal-steps.mjs'
import {
  findAnyChromium,
  findChromium,
  findHeadlessChromium,
  findMissingEnginePackages,
  findMissingSoundPackages,
  findNginx,
  findPostgresBin,
} from './machine.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const builtStamp = join(modules, '.earmark-built')
const oldestNode = 24

/** @type {Record<string, (() => void | Promise<void>)[]>} */
const preparations = {
  start: [install, requireNode, build, compile],
  command: [install, requireNode],
  dev: [install, requireNode],
  check: [install, requireNode, haveNginx],
  test: [install, requireNode, build, havePostgres, haveNginx, haveSoundTools, haveChromium, haveEngines],
}

async function install() {
  if (isInstalled()) return
  await run('Installing the dependencies', ['npm', 'ci', '--no-progress', '--loglevel=error'])
}

/** An interrupted installation leaves no lock file in node_modules. */
function isInstalled() {
  const note = join(modules, '.package-lock.json')
  if (!existsSync(note)) return false
  const wanted = Object.entries(readJson(join(root, 'package-lock.json')).packages)
  const present = readJson(note).packages
  return wanted
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .every(
      ([path, { version, optional }]) => present[path]?.version === version || (optional && !present[path]),
    )
}

function requireNode() {
  const pinned = join(modules, '.bin', 'node')
  const version = execFileSync(existsSync(pinned) ? pinned : 'node', ['--version'], {
    encoding: 'utf8',
  }).trim()
  if (Number(version.slice(1).split('.')[0]) >= oldestNode) return
  stop(
    `Earmark needs Node ${oldestNode} or newer; this is ${version}, and no pinned Node exists for this system.`,
  )
}

async function build() {
  const folders = ['web', 'contract'].flatMap((name) => filesIn(join(root, name)))
  const sources = [...folders, join(root, 'package-lock.json')]
  const hash = createHash('sha256')
  for (const file of sources) hash.update(file.slice(root.length)).update(readFileSync(file))
  const wanted = hash.digest('hex')
  const built = existsSync(builtStamp) ? readFileSync(builtStamp, 'utf8') : ''
  if (built === wanted && existsSync(join(root, 'web', 'dist', 'index.html'))) return
  await run('Building the web app', ['npm', 'run', '--silent', 'build', '-w', 'web'])
  writeFileSync(builtStamp, wanted)
}

/** Fills Node's compile cache before the first start. */
async function compile() {
  const cache = join(modules, '.cache', 'node')
  if (existsSync(cache)) return
  const node = join(modules, '.bin', 'node')
  // The cache depends on flags of `serve`: of this one.
  const load = ['--expose-gc', '--input-type=module', '--eval', "await import('./server/src/main.ts')"]
  const program = existsSync(node) ? node : process.execPath
  await run('Compiling the server', [program, ...load], { NODE_COMPILE_CACHE: cache })
}

function havePostgres() {
  if (process.env.TEST_DATABASE_URL || findPostgresBin()) return
  const reason = installPackages('postgresql')
  if (!findPostgresBin()) lack('PostgreSQL', reason)
}

function haveNginx() {
  if (findNginx()) return
  const reason = installPackages('nginx-light')
  if (!findNginx()) lack('nginx', reason)
}

function haveSoundTools() {
  havePackages(findMissingSoundPackages)
}

/** Firefox and WebKitGTK, which the journeys run in as well. */
function haveEngines() {
  havePackages(findMissingEnginePackages)
}

/** @param {() => string[]} findMissing */
function havePackages(findMissing) {
  const missing = findMissing()
  if (missing.length === 0) return
  const reason = installPackages(...missing)
  for (const name of findMissing()) lack(`Debian’s package ${name}`, reason)
}

async function haveChromium() {
  const shell = 'chromium-headless-shell'
  const isOffered = () => spawnSync('apt-cache', ['show', shell]).status === 0
  // Without it the journeys take the whole browser, which is slower.
  if (!process.env.CHROMIUM_PATH && findHeadlessChromium() === findChromium() && isOffered())
    installPackages(shell)
  if (await findAnyChromium()) return
  const reason = installPackages('chromium')
  if (await findAnyChromium()) return
  say('Downloading Playwright’s Chromium')
  spawnSync(join(modules, '.bin', 'playwright'), ['install', 'chromium'], { stdio: 'inherit' })
  if (!(await findAnyChromium())) lack('Chromium', `${reason}, and Playwright’s own could not be downloaded`)
}

/** @param {string[]} names @returns {string} why packages may still be missing */
function installPackages(...names) {
  if (spawnSync('apt-get', ['--version']).status !== 0) return 'there is no apt-get to install it with'
  if (process.getuid?.() !== 0) return 'only root may install it with apt-get'
  say(`Installing from Debian: ${names.join(', ')}`)
  const options = /** @type {const} */ ({
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  const arguments_ = ['install', '--yes', '--quiet', '--no-install-recommends', ...names]
  if (spawnSync('apt-get', arguments_, options).status !== 0) {
    spawnSync('apt-get', ['update', '--quiet'], options)
    spawnSync('apt-get', arguments_, options)
  }
  return 'apt-get could not install it'
}

/** Continuous integration may skip nothing. @param {string} part @param {string} reason */
function lack(part, reason) {
  if (process.env.CI === 'true') stop(`${part} is missing: ${reason}.`)
  say(`${part} is missing: ${reason}`)
}

/** @param {string} folder @returns {string[]} */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !['node_modules', 'dist', '.tanstack'].includes(name) && !name.includes('.gen.'))
    .flatMap((entry) =>
      entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
    )
    .sort()
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

let isFirstStep = true

/** A failure shows its output and ends the set-up. @param {string} label @param {string[]} command @param {NodeJS.ProcessEnv} [env] */
async function run(label, [program = '', ...arguments_], env = {}) {
  if (isFirstStep && process.stdout.isTTY) console.log()
  isFirstStep = false
  try {
    await showStep(label, async () => {
      const child = spawn(program, arguments_, {
        cwd: root,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let output = ''
      /** @param {string} part */
      const collect = (part) => {
        output += part
      }
      child.stdout.setEncoding('utf8').on('data', collect)
      child.stderr.setEncoding('utf8').on('data', collect)
      const [code] = await once(child, 'close')
      if (code !== 0) throw new Error(`${output}${[program, ...arguments_].join(' ')} has failed.`)
    })
  } catch (error) {
    stop(error instanceof Error ? error.message : String(error))
  }
}

/** @param {string} sentence */
function say(sentence) {
  console.log(`▸ ${sentence}`)
}

/** @param {string} sentence @returns {never} */
function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}

const preparation = preparations[process.argv[2] ?? '']
if (!preparation) stop(`Say what to prepare for: ${Object.keys(preparations).join(', ')}.`)
for (const part of preparation) await part()
