import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { NewDevice } from '@earmark/contract/devices.ts'
import type { Import } from '@earmark/contract/imports.ts'
import type { SourceImport } from '@earmark/contract/opml.ts'
import type { Podcast } from '@earmark/contract/podcasts.ts'
import type { Source } from '@earmark/contract/sources.ts'
import { waveFile } from '../../src/testing/wave-file.ts'
import { read } from '../faults/fault-site.ts'
import { type FeedsElsewhere, startFeedsElsewhere } from './feeds-elsewhere.ts'
import type { Habit } from './habits.ts'
import { formOf } from './soak-forms.ts'
import type { SoakPerson } from './soak-people.ts'
import { json, type SoakSite } from './soak-site.ts'

/** What comes in and goes out beside people at browsers: feeds elsewhere, sounds passed on, podcast apps, a folder of books. */
export interface Exchange extends AsyncDisposable {
  /** Of the program. */
  readonly settings: Readonly<Record<string, string>>
  /** Adds all feeds, as an editor does who moves in, and connects the apps. */
  open(soak: SoakSite, editor: SoakPerson, listeners: readonly SoakPerson[]): Promise<Habit[]>
}

const folderName = 'books'

export async function startExchange(sources: number): Promise<Exchange> {
  const feeds = await startFeedsElsewhere(sources)
  const folder = await mkdtemp(join(tmpdir(), 'earmark-soak-books-'))
  return {
    settings: { SOURCE_NETWORKS: '127.0.0.0/8', IMPORT_FOLDERS: `${folderName}=${folder}` },
    async open(soak, editor, listeners) {
      await addFeeds(soak, editor, feeds)
      const podcasts = await podcastsOf(soak, editor)
      const phones = []
      for (const person of listeners) phones.push(await connectPhone(soak, person, podcasts))
      return [
        // What is due of 5 000 feeds, the busiest of which are asked for every half an hour.
        { everyMs: Math.max(360, 1_800_000 / sources), once: () => check(soak, editor, podcasts) },
        { everyMs: 200, once: () => hearElsewhere(soak, podcasts) },
        { everyMs: 5_000, once: () => bringIn(soak, editor, folder) },
        ...phones,
      ]
    },
    async [Symbol.asyncDispose]() {
      await feeds[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

async function addFeeds({ ask }: SoakSite, editor: SoakPerson, { urls }: FeedsElsewhere): Promise<void> {
  const outlines = urls.map((url) => `<outline type="rss" xmlUrl="${url}"/>`).join('')
  const list = new Blob([`<opml version="2.0"><head/><body>${outlines}</body></opml>`])
  const sent = await formOf('POST', '/api/sources/imports', editor.headers(), { File: list })
  const { id } = read<SourceImport>(await ask(sent, 201))
  for (let done = 0; done < urls.length; await pause(2_000)) {
    // It takes longer than a session of theirs lasts.
    await editor.refresh()
    const path = `/api/sources/imports/${id}`
    ;({ done } = read<SourceImport>(await ask({ method: 'GET', path, headers: editor.headers() }, 200)))
  }
}

/** Of podcasts whose sounds are elsewhere: few, whose episodes are asked for again and again. */
interface PodcastElsewhere {
  readonly sourceId: number
  readonly url: string
  readonly sounds: readonly string[]
}

const mostPodcasts = 200

async function podcastsOf({ ask }: SoakSite, editor: SoakPerson): Promise<PodcastElsewhere[]> {
  const headers = editor.headers()
  const sources = read<Source[]>(await ask({ method: 'GET', path: '/api/sources', headers }, 200))
  const found: PodcastElsewhere[] = []
  for (const { id: sourceId, podcastId, url } of sources.slice(0, mostPodcasts)) {
    const path = `/api/podcasts/${podcastId}`
    const { episodes } = read<Podcast & { episodes: { audioUrl: string | null }[] }>(
      await ask({ method: 'GET', path }, 200),
    )
    found.push({ sourceId, url, sounds: episodes.flatMap(({ audioUrl }) => audioUrl ?? []) })
  }
  return found
}

async function check(
  { ask, pick }: SoakSite,
  editor: SoakPerson,
  podcasts: readonly PodcastElsewhere[],
): Promise<void> {
  const path = `/api/sources/${pick(podcasts).sourceId}/check`
  await ask({ method: 'POST', path, headers: editor.headers() }, 202, 429)
}

async function hearElsewhere(
  { ask, pick, random }: SoakSite,
  podcasts: readonly PodcastElsewhere[],
): Promise<void> {
  const start = Math.floor(random() * 900_000)
  const range = `bytes=${start}-${start + 65_535}`
  await ask({ method: 'GET', path: pick(pick(podcasts).sounds), headers: { range } }, 206)
}

/** Somebody's app, which tells places and asks for those of other devices. */
async function connectPhone(
  { ask, pick, random }: SoakSite,
  person: SoakPerson,
  podcasts: readonly PodcastElsewhere[],
): Promise<Habit> {
  const { email, from } = person
  const added = await ask(json('POST', '/api/devices/me', { name: 'Phone' }, person.headers()), 200, 201)
  const { password } = read<NewDevice>(added)
  const authorization = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`
  const path = `/gpodder/api/2/episodes/${email}.json`
  let since = 0
  return {
    everyMs: 2_000,
    async once() {
      const { url: podcast } = pick(podcasts)
      const position = Math.floor(random() * 1_000)
      const action = { podcast, episode: `${podcast}/${1 + Math.floor(random() * itemsToldOf)}.wav` }
      const timestamp = new Date().toISOString().slice(0, 19)
      const play = { ...action, action: 'play', timestamp, started: 0, position, total: 1_000 }
      await ask({ ...json('POST', path, [play], { authorization }), from }, 200)
      const asked = { method: 'GET', path: `${path}?since=${since}`, headers: { authorization }, from }
      ;({ timestamp: since } = read<{ timestamp: number }>(await ask(asked, 200)))
    },
  }
}

const itemsToldOf = 20

let books = 0
const mostBooks = 50

/** A book more in the folder, or another one in the place of the oldest; it is looked through and brought in. */
async function bringIn({ ask }: SoakSite, editor: SoakPerson, folder: string): Promise<void> {
  const headers = editor.headers()
  books += 1
  const place = join(folder, 'Ada Vell', `Book ${books % mostBooks}`)
  await mkdir(place, { recursive: true })
  await writeFile(join(place, '1.wav'), waveFile(200_000, `book ${books}`))
  const asked = json('POST', '/api/imports', { folderName }, headers)
  const started = await ask(asked, 201, 409)
  if (started.status === 201) return
  const [running] = JSON.parse(started.body.toString()) as { current: { id: number } }[]
  const path = `/api/imports/${running?.current.id}`
  const { state } = read<Import>(await ask({ method: 'GET', path, headers }, 200))
  if (state !== 'Review') return
  await ask(json('POST', `${path}/apply`, { all: true, publish: true }, headers), 202, 409)
}
