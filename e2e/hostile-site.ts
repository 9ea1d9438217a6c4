import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { markupStrings } from '../server/resilience/hostile-strings/markup.ts'
import { Watch } from './inert.ts'
import { type Person, senderFor, type Site, test as base } from './people.ts'

/** A site that is full of hostile texts: each alone where there is room for that, all of them packed elsewhere. */
export interface HostileSite {
  /** With every string in its description, every creator as reader, and a recording. */
  readonly book: number
  /** One for each string, in their order, which is its name; its first reader's nickname, too. */
  readonly books: readonly number[]
  readonly podcast: number
  readonly episodes: readonly number[]
  readonly creator: number
  readonly user: string
  /** Of the accounts whose names are hostile. */
  readonly addresses: readonly string[]
}

/** All of them on as few lines as there are when none is longer than `most`. */
function packed(most: number): string[] {
  const lines: string[] = []
  for (const text of markupStrings) {
    const line = `${lines.at(-1) ?? ''} ${text}`
    if (lines.length === 0 || line.length > most) lines.push(text)
    else lines[lines.length - 1] = line
  }
  return lines
}

type Parts = Record<string, string | Blob>

/** Longest texts of names, and of nicknames. */
export const longLines = packed(500)
export const shortLines = packed(200)
export const description = markupStrings.join('\n')

export const test = base.extend<{ watch: Watch }, { hostile: HostileSite }>({
  hostile: [async ({ site }, use) => use(await fill(site)), { scope: 'worker', timeout: 90_000 }],
  watch: [
    async ({ context, site }, use) => {
      const watch = new Watch()
      await watch.begin(context, site.url)
      await use(watch)
      watch.settle()
    },
    { auto: true },
  ],
})

async function fill(site: Site): Promise<HostileSite> {
  const send = await hostileSenderFor(site, site.admin)
  const nicknames = [...markupStrings, ...shortLines]
  const creators = await inTurn(nicknames, (nickname) =>
    send<{ id: number }>('/creators', { nickname, name: nickname, surname: nickname }),
  )
  const sound = await taggedSound()
  const books = await inTurn(markupStrings, (Name) => sendForm('/audio-books', { Name, Description: Name }))
  await inTurn(books, ({ id }, place) => send(`/audio-books/${id}/readers/${creators[place]?.id}`))
  const packedBooks = await inTurn(longLines, (Name) => sendForm('/audio-books', { Name }))
  const [book = { id: 0 }] = packedBooks
  await send(`/audio-books/${book.id}/readers/${creators.at(-1)?.id}`)
  await inTurn(creators.slice(0, markupStrings.length), ({ id }) =>
    send(`/audio-books/${book.id}/readers/${id}`),
  )
  await sendForm(
    `/audio-books/${book.id}`,
    { Id: String(book.id), Name: longLines[0] ?? '', Description: description, Audio: sound },
    'PUT',
  )
  const podcasts = await inTurn(longLines, (Name) =>
    sendForm('/podcasts', { Name, Description: description }),
  )
  const podcast = podcasts.at(-1)?.id ?? 0
  await inTurn(creators.slice(markupStrings.length), ({ id }) => send(`/podcasts/${podcast}/voicers/${id}`))
  const episodes = await inTurn(longLines, (Name, place) =>
    sendForm(`/podcasts/${podcast}/episodes`, {
      Number: String(place),
      Name,
      Description: description,
      Audio: sound,
    }),
  )
  const addresses = shortLines.map((_, place) => `hostile-${place}@example.org`)
  const users = await inTurn(addresses, (email, place) =>
    send<{ id: string }>('/users', { email, name: shortLines[place] }),
  )
  return {
    book: book.id,
    books: books.map(({ id }) => id),
    podcast,
    episodes: episodes.map(({ id }) => id),
    creator: creators.at(-1)?.id ?? 0,
    user: users.at(-1)?.id ?? '',
    addresses,
  }

  function sendForm(path: string, parts: Parts, method = 'POST'): Promise<{ id: number }> {
    const form = new FormData()
    for (const [name, part] of Object.entries(parts)) {
      if (typeof part === 'string') form.append(name, part)
      // What the file is called is a text of strangers, too.
      else form.append(name, part, shortLines[0])
    }
    return send(path, form, method)
  }
}

/** Requests of somebody by as hostile a device as headers let through. */
export function hostileSenderFor(site: Site, person: Person) {
  return senderFor(site, person, { 'user-agent': shortLines[0] ?? '' })
}

/** In the given order, so that the newest are known. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item, place: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const [place, item] of items.entries()) results.push(await work(item, place))
  return results
}

const recording = resolve(import.meta.dirname, '../server/src/media/fixtures/tone.mp3')

/** A short tone whose tag (id3.org, ID3v2.3.0) has hostile texts for title, artist, album and remark. */
export async function taggedSound(): Promise<Blob> {
  const texts = ['TIT2', 'TPE1', 'TALB', 'TCON', 'WXXX'].map((id, place) => {
    const text = Buffer.from(`\0${longLines[place]?.replace(/[^\x20-\x7e]/g, '?')}`, 'latin1')
    const head = Buffer.alloc(10)
    head.write(id, 'latin1')
    head.writeUInt32BE(text.length, 4)
    return Buffer.concat([head, text])
  })
  const tag = Buffer.concat(texts)
  const head = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, tag.length >> 7, tag.length & 0x7f])
  return new Blob([head, tag, await readFile(recording)])
}
