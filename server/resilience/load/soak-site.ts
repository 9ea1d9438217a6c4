import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { AudioBook } from '@earmark/contract/audio-books.ts'
import type { Podcast } from '@earmark/contract/podcasts.ts'
import { type Random, seededRandom } from '../crash/crash-media.ts'
import type { Answer, Call } from '../crash/crash-program.ts'
import { type FaultSite, openFaultSite, read } from '../faults/fault-site.ts'
import { covers, fileOf, formOf, sounds } from './soak-forms.ts'

/** The real program with the sample catalogue, many books, and people who ask for all that it can do. */
export interface SoakSite extends AsyncDisposable {
  readonly site: FaultSite
  readonly random: Random
  readonly books: readonly AudioBook[]
  readonly podcasts: readonly Podcast[]
  /** Addresses of covers and of recordings. */
  readonly pictures: readonly string[]
  readonly sounds: readonly string[]
  /** How often this was answered so far, such as `GET 200`. */
  readonly tally: ReadonlyMap<string, number>
  readonly pick: <T>(list: readonly T[]) => T
  /** @throws when the answer is another than these */
  readonly ask: (call: Call, ...statuses: number[]) => Promise<Answer>
}

/** Limits by address apply as they do for everybody: people come from many. */
const addresses = Array.from({ length: 40 }, (_, place) => `127.0.1.${place + 1}`)

interface SoakSiteOptions {
  readonly seed: number
  /** How many have an account, and a book without files. */
  readonly listeners: number
  /** With the sample catalogue, which takes seconds; else with one record of each kind. */
  readonly sample: boolean
  readonly settings?: Readonly<Record<string, string>>
}

export async function openSoakSite({
  seed,
  listeners,
  sample,
  settings: more = {},
}: SoakSiteOptions): Promise<SoakSite> {
  const settings = {
    RATE_LIMITS: 'true',
    METRICS: 'true',
    SAMPLE_CATALOGUE: String(sample),
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'tell-memory.ts')}`,
    ...more,
  }
  const site = await openFaultSite({ settings, audioBytes: 1024 ** 2, listeners })
  if (!sample) await addRecords(site)
  const random = seededRandom(seed)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const { ask, tally } = askFrom(site, () => pick(addresses))
  const all = async <T>(path: string) => read<T[]>(await ask({ method: 'GET', path }, 200))
  const [books, podcasts] = [await all<AudioBook>('/api/audio-books'), await all<Podcast>('/api/podcasts')]
  const pictures = [...books, ...podcasts].flatMap((record) => [
    record.coverImageUrl,
    record.coverImagePreviewUrl,
  ])
  return {
    site,
    random,
    books,
    podcasts,
    pictures: pictures.filter((url) => url !== null),
    sounds: books.map(({ audioUrl }) => audioUrl).filter((url) => url !== null),
    tally,
    pick,
    ask,
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  }
}

async function addRecords({ program, headers }: FaultSite): Promise<void> {
  const [cover, sound] = [await fileOf(covers[0] as string), await fileOf(sounds[0] as string)]
  for (const [path, files] of [
    ['/api/audio-books', { CoverImage: cover, Audio: sound }],
    ['/api/podcasts', { CoverImage: cover }],
  ] as const) {
    read(await program.call(await formOf('POST', path, headers, { Name: 'Lamp', ...files })))
  }
}

function askFrom(site: FaultSite, anyAddress: () => string) {
  const tally = new Map<string, number>()
  const ask: SoakSite['ask'] = async (call, ...statuses) => {
    const sent = { from: anyAddress(), ...call }
    // As browsers do: a connection that was not used for long may end just when it is used again.
    const answer = (await site.program.call(sent)) ?? (await site.program.call(sent))
    const said = `${call.method} ${answer?.status ?? 'lost'}`
    tally.set(said, (tally.get(said) ?? 0) + 1)
    if (answer && statuses.includes(answer.status)) return answer
    throw new Error(`${said} ${call.path}: ${answer?.body.toString()}`)
  }
  return { ask, tally }
}

/** Everything has been read once: the files that were read last are kept open. */
export async function readAllOnce({ ask, pictures, sounds: all, site }: SoakSite): Promise<void> {
  for (const path of [...pictures, ...all]) {
    await ask({ method: 'GET', path, headers: { range: 'bytes=0-0' } }, 206)
  }
  site.program.hangUp()
}

export function json(method: string, path: string, content: unknown, headers = {}): Call {
  const all = { 'content-type': 'application/json', ...headers }
  return { method, path, headers: all, body: Buffer.from(JSON.stringify(content)) }
}

export const newDevice = () => randomUUID()
