// Programs that the tests need from the machine. Runs on any Node, without node_modules.

import { once } from 'node:events'
import { accessSync, constants, existsSync, readdirSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
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

/** Chromium without the parts around a page, which saves a fifth of the journeys' processor time; or else with them. */
export function findHeadlessChromium() {
  const shells = pathFolders().map((folder) => join(folder, 'chromium-headless-shell'))
  return (process.env.CHROMIUM_PATH ? undefined : shells.find(isProgram)) ?? findChromium()
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

/**
 * Where tests keep what they throw away: in memory, where a database is made in a quarter of the time, or the folder
 * of the system where memory has less than 4 GiB for files.
 */
export function temporaryFolder() {
  if (process.env.TMPDIR) return process.env.TMPDIR
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    accessSync(inMemory, constants.W_OK)
    return bavail * bsize >= 2 ** 32 ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}

const inMemory = '/dev/shm'

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
    .filter(([, program]) => !isInPath(program))
    .map(([name]) => name)
}

const libraries = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`

export function findFirefox() {
  return [process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr'].find(isProgram)
}

/** The browser that WebKitGTK's WebDriver starts. */
export function findMiniBrowser() {
  return [join(libraries, 'webkit2gtk-4.1', 'MiniBrowser')].find(isProgram)
}

/** Debian's packages of the engines beside Chromium: the browsers, their screen, their sound device, their codecs. */
const enginePackages = {
  'firefox-esr': () => findFirefox() !== undefined,
  'webkit2gtk-driver': () => findMiniBrowser() !== undefined && isInPath('WebKitWebDriver'),
  xvfb: () => isInPath('Xvfb'),
  pulseaudio: () => isInPath('pulseaudio'),
  'gstreamer1.0-plugins-good': () => existsSync(join(libraries, 'gstreamer-1.0', 'libgstisomp4.so')),
  'gstreamer1.0-plugins-bad': () => existsSync(join(libraries, 'gstreamer-1.0', 'libgstopusparse.so')),
  'gstreamer1.0-libav': () => existsSync(join(libraries, 'gstreamer-1.0', 'libgstlibav.so')),
}

export function findMissingEnginePackages() {
  return Object.entries(enginePackages)
    .filter(([, isThere]) => !isThere())
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

/** @param {string} program */
export function isInPath(program) {
  return pathFolders().some((folder) => isProgram(join(folder, program)))
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
