/**
 * `npm run prove -- browsers`: every kind of recording in Chromium, Firefox and WebKitGTK (Debian's `chromium`,
 * `firefox-esr`, `webkit2gtk-driver`, `xvfb`, `pulseaudio` and `pulseaudio-utils`), sought by a plain `<audio>` on a real
 * server and heard by its pitch on the sound device. What is more than a second wrong is played once more as a plain file
 * of the same bytes.
 */
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startSoundDevice } from '../../scripts/sound-device.ts'
import { type Server, startShipped } from '../http/shipped-server.ts'
import { adminSettings, login } from '../http/upload-client.ts'
import { median } from '../rows.ts'
import { Ear, type Heard } from './ear.ts'
import { type Engine, startEngines } from './engines.ts'
import { listen, type Visited } from './listen.ts'
import { servePlainFiles } from './plain-files.ts'
import { hourSeconds, makeSounds, type Sound } from './sounds.ts'
import { sweep } from './tones.ts'

const mostSeconds = 1
const patienceSeconds = 600

interface Book {
  readonly audioUrl: string | null
  readonly durationSeconds: number
  readonly tracks: readonly { readonly startSeconds: number }[]
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

interface Played {
  readonly failure?: string
  readonly isKnownType: boolean
  readonly duration?: number
  readonly places: number
  readonly heard: readonly Heard[]
}

interface Address {
  readonly url: string
  readonly contentType: string
  readonly places: readonly number[]
}

async function visit(engine: Engine, page: string, { url, contentType, places }: Address): Promise<Visited> {
  await engine.open(page)
  const given = [url, contentType, places, sweep.seconds, hourSeconds].map((value) => JSON.stringify(value))
  await engine.evaluate(`void (${listen.toString()})(${given.join(', ')})`)
  await engine.click()
  for (let waited = 0; waited < patienceSeconds; waited += 0.5) {
    const visited = (await engine.evaluate('window.visited')) as Visited | null
    if (visited !== null) return visited
    await setTimeout(500)
  }
  return { failure: `nothing within ${patienceSeconds} s`, isKnownType: true, visits: [] }
}

/** Where a second of the book is in the tones: an encoder pads each file, which begins so much later in the book. */
function inTones({ tracks }: Book, { tonesFrom }: Sound): (second: number) => number {
  return (second) => {
    const track = tracks.findLastIndex(({ startSeconds }) => startSeconds <= second)
    return second - (tracks[track]?.startSeconds ?? 0) + (tonesFrom[track] ?? 0)
  }
}

async function hear(
  ear: Ear,
  engine: Engine,
  page: string,
  address: Address,
  toTones: (second: number) => number,
): Promise<Played> {
  const { visits, ...visited } = await visit(engine, page, address)
  const heard: Heard[] = []
  const result = () => ({ ...visited, places: address.places.length, heard })
  try {
    for (const one of visits) heard.push(await ear.hear(one, toTones))
    return result()
  } catch (error) {
    return { ...result(), failure: (error as Error).message }
  }
}

const worst = ({ heard }: Played) => Math.max(...heard.map(({ error }) => Math.abs(error)))
const isRight = (played: Played) => played.failure === undefined && worst(played) <= mostSeconds

function row(engine: Engine, what: string, played: Played, seconds: number): void {
  const { failure, isKnownType, duration, places, heard } = played
  const plays = isKnownType
    ? `${heard.length} of ${places} places: ${failure}`
    : `not played by this browser: ${failure}`
  const waits = heard.map(({ wait }) => wait)
  const cells = [
    `${engine.name} ${engine.version}`,
    what,
    failure === undefined ? 'yes' : plays,
    typeof duration === 'number' ? (duration - seconds).toFixed(2) : '–',
    heard.length > 0 ? worst(played).toFixed(2) : '–',
    waits.length > 0 ? `${median(waits).toFixed(2)} / ${Math.max(...waits).toFixed(2)}` : '–',
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

interface Given {
  readonly server: Server
  readonly plain: Awaited<ReturnType<typeof servePlainFiles>>
  readonly ear: Ear
}

/** @returns whether it is heard where one seeks, or this browser says that it plays nothing of its kind */
async function prove(
  { server, plain, ear }: Given,
  engine: Engine,
  sound: Sound,
  book: Book,
): Promise<boolean> {
  const { name, places } = sound
  const { audioUrl, durationSeconds } = book
  if (audioUrl === null) throw new Error(`${name} has no address.`)
  const url = server.url + audioUrl
  const contentType = (await fetch(url, { method: 'HEAD' })).headers.get('content-type') ?? ''
  const played = await hear(ear, engine, plain.url, { url, contentType, places }, inTones(book, sound))
  row(engine, name, played, durationSeconds)
  if (isRight(played) || !played.isKnownType) return true
  const file = join(folder, 'plain')
  await writeFile(file, (await fetch(url)).body as ReadableStream)
  const plainUrl = plain.url + plain.add(file, contentType)
  const plainly = await hear(
    ear,
    engine,
    plain.url,
    { url: plainUrl, contentType, places },
    inTones(book, sound),
  )
  row(engine, `${name}, plain file`, plainly, durationSeconds)
  return false
}

/** @returns whether everything is heard where one seeks */
async function proveAll(): Promise<boolean> {
  const server = await startShipped(join(folder, 'data'), {
    firstPath: '/health/ready',
    environment: adminSettings,
  })
  const plain = await servePlainFiles()
  const ear = new Ear()
  const engines = await startEngines()
  let isReached = engines.length > 0
  try {
    console.log(
      '| browser | kind | plays | length − ours, s | worst seek, s | seek to sound, median / most, s |',
    )
    console.log('|---|---|---|---|---|---|')
    for await (const sound of makeSounds(process.env.BROWSERS_SOUNDS ?? folder)) {
      const book = await makeBook(server, sound)
      for (const engine of engines)
        isReached = (await prove({ server, plain, ear }, engine, sound, book)) && isReached
    }
  } finally {
    for (const engine of engines) await engine.close()
    ear.stop()
    await plain.stop()
    await server.stop()
  }
  return isReached
}

const folder = await mkdtemp(join(tmpdir(), 'earmark-browsers-'))
const device = await startSoundDevice(folder)
process.env.PULSE_SERVER = device.address
try {
  process.exitCode = (await proveAll()) ? 0 : 1
} finally {
  await device.stop()
  await rm(folder, { recursive: true, force: true })
}
