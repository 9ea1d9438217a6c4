/**
 * `npm run prove -- browsers`: every kind of recording in Chromium, Firefox and WebKitGTK (Debian's `chromium`,
 * `firefox-esr`, `webkit2gtk-driver`, `xvfb` and `pulseaudio`), sought by a plain `<audio>` on a real server and heard by
 * its pitch. What is more than a second wrong is played once more as a plain file of the same bytes.
 */
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Server, startShipped } from '../http/shipped-server.ts'
import { adminSettings, login } from '../http/upload-client.ts'
import { median } from '../rows.ts'
import { type Engine, startEngines, withSoundDevice } from './engines.ts'
import { type Heard, listen } from './listen.ts'
import { servePlainFiles } from './plain-files.ts'
import { hourSeconds, makeSounds, type Sound } from './sounds.ts'
import { sweep } from './tones.ts'

const mostSeconds = 1
const patienceSeconds = 600

interface Book {
  readonly audioUrl: string | null
  readonly durationSeconds: number
}

async function makeBook(server: Server, { name, files }: Sound): Promise<Book> {
  const form = new FormData()
  form.set('Name', name)
  for (const file of files) form.append('Audio', await openAsBlob(file), basename(file))
  const headers = { authorization: `Bearer ${await login(server)}` }
  const answer = await fetch(`${server.url}/api/audio-books`, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(`${name} was refused: ${await answer.text()}`)
  return (await answer.json()) as Book
}

async function hear(engine: Engine, page: string, url: string): Promise<Heard> {
  await engine.open(page)
  const given = [url, sweep, hourSeconds].map((value) => JSON.stringify(value)).join(', ')
  await engine.evaluate(`void (${listen.toString()})(${given})`)
  await engine.click()
  for (let waited = 0; waited < patienceSeconds; waited += 0.5) {
    const heard = (await engine.evaluate('window.heard')) as Heard | null
    if (heard !== null) return heard
    await setTimeout(500)
  }
  return { failure: `nothing within ${patienceSeconds} s`, errors: [], waits: [] }
}

const worst = ({ errors }: Heard) => Math.max(...errors.map(Math.abs))
const isRight = (heard: Heard) => heard.failure === undefined && worst(heard) <= mostSeconds

function row(engine: Engine, what: string, heard: Heard, seconds: number): void {
  const { failure, duration, errors, waits } = heard
  const plays = failure === undefined ? 'yes' : `${errors.length} of 10 places: ${failure}`
  const cells = [
    `${engine.name} ${engine.version}`,
    what,
    plays,
    typeof duration === 'number' ? (duration - seconds).toFixed(2) : '–',
    errors.length > 0 ? worst(heard).toFixed(2) : '–',
    waits.length > 0 ? `${median(waits).toFixed(2)} / ${Math.max(...waits).toFixed(2)}` : '–',
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

type PlainFiles = Awaited<ReturnType<typeof servePlainFiles>>

/** @returns whether it is heard where one seeks */
async function prove(
  server: Server,
  plain: PlainFiles,
  engine: Engine,
  { name }: Sound,
  { audioUrl, durationSeconds }: Book,
): Promise<boolean> {
  if (audioUrl === null) throw new Error(`${name} has no address.`)
  const url = server.url + audioUrl
  const heard = await hear(engine, plain.url, url)
  row(engine, name, heard, durationSeconds)
  if (isRight(heard)) return true
  const answer = await fetch(url)
  const file = join(folder, 'plain')
  await writeFile(file, answer.body as ReadableStream)
  const path = plain.add(file, answer.headers.get('content-type') ?? '')
  row(engine, `${name}, plain file`, await hear(engine, plain.url, plain.url + path), durationSeconds)
  return false
}

/** @returns whether everything is heard where one seeks */
async function proveAll(): Promise<boolean> {
  const server = await startShipped(join(folder, 'data'), {
    firstPath: '/health/ready',
    environment: adminSettings,
  })
  const plain = await servePlainFiles()
  const engines = await startEngines()
  let isReached = engines.length > 0
  try {
    console.log(
      '| browser | kind | plays | length − ours, s | worst of ten seeks, s | seek to sound, median / most, s |',
    )
    console.log('|---|---|---|---|---|---|')
    for await (const sound of makeSounds(process.env.BROWSERS_SOUNDS ?? folder)) {
      const book = await makeBook(server, sound)
      for (const engine of engines) isReached = (await prove(server, plain, engine, sound, book)) && isReached
    }
  } finally {
    for (const engine of engines) await engine.close()
    await plain.stop()
    await server.stop()
  }
  return isReached
}

const folder = await mkdtemp(join(tmpdir(), 'earmark-browsers-'))
try {
  process.exitCode = (await withSoundDevice(folder, proveAll)) ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
