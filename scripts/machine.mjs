// Programs that the tests need from the machine. Runs on any Node, without node_modules.

import { once } from 'node:events'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'

const debianRoot = '/usr/lib/postgresql'

/** The folder of PostgreSQL's server programs, of the newest version. */
export function findPostgresBin() {
  const debian = existsSync(debianRoot)
    ? readdirSync(debianRoot)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(debianRoot, version, 'bin'))
    : []
  const named = process.env.POSTGRES_BIN ? [process.env.POSTGRES_BIN] : [...debian, ...pathFolders()]
  return named.find((folder) => isProgram(join(folder, 'initdb')) && isProgram(join(folder, 'postgres')))
}

export function findChromium() {
  const candidates = process.env.CHROMIUM_PATH
    ? [process.env.CHROMIUM_PATH]
    : ['/usr/bin/chromium', ...pathFolders().map((folder) => join(folder, 'chromium'))]
  return candidates.find(isProgram)
}

/** The machine's Chromium, or the one that Playwright has downloaded. */
export async function findAnyChromium() {
  const own = findChromium()
  if (own) return own
  const { chromium } = await import('@playwright/test')
  return [chromium.executablePath()].find(isProgram)
}

export function findNginx() {
  const named = process.env.NGINX_PATH
    ? [process.env.NGINX_PATH]
    : ['/usr/sbin', ...pathFolders()].map((folder) => join(folder, 'nginx'))
  return named.find(isProgram)
}

/** Debian's packages of encoders and decoders, with the program used of each. */
const soundPackages = {
  ffmpeg: 'ffmpeg',
  flac: 'flac',
  lame: 'lame',
  'opus-tools': 'opusenc',
  'vorbis-tools': 'oggenc',
}

export function findMissingSoundPackages() {
  return Object.entries(soundPackages)
    .filter(([, program]) => !pathFolders().some((folder) => isProgram(join(folder, program))))
    .map(([name]) => name)
}

/** A free port of the loopback interface. */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address())
  probe.close()
  await once(probe, 'close')
  return port
}

function pathFolders() {
  return (process.env.PATH ?? '').split(delimiter).filter(Boolean)
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
