import { updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { getAudioBook } from '@earmark/contract/audio-books.ts'
import { getEditedAudioBook } from '@earmark/contract/edited-records.ts'
import { unpublishAudioBook } from '@earmark/contract/publishing.ts'
import { randomInt } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSounds } from '../../exchange/import/apply/library-sounds.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { type LibraryFolder, lookAt, makeLibraryFolder, putFile } from '../../testing/library-media.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import { makeAudioBook, storeSound } from '../../testing/records.ts'
import { startS3Store } from '../../testing/s3-store.ts'
import { startTestServer, type TestForm, type TestServer } from '../../testing/server.ts'
import { variableMp3 } from '../../testing/variable-mp3.ts'
import type { NewMedia } from '../media.queries.ts'

/** Books of several files that stay in a library folder, by their one address. */

const store = await forAllTests(startS3Store())
const files = [variableMp3(40, 0), variableMp3(30, 1), variableMp3(20, 2)] as const
const framesOf = (file: Buffer) => file.subarray(20, -128)

let folder: LibraryFolder
let server: TestServer
let address: string
let editor: Person

async function get(url: string | null, headers: Record<string, string> = {}) {
  const answer = await fetch(new URL(url as string, address), { headers, redirect: 'manual' })
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const bookOf = (id: number) => server.call(getAudioBook, { params: { id } })

async function libraryFile(number: number, bytes: Buffer = files[number] as Buffer): Promise<NewMedia> {
  const name = `book/${number}.mp3`
  await putFile(folder.path, name, bytes)
  return await lookAt(server, folder.path, name, { durationMs: 30_000 })
}

const makeBook = async (audio: readonly NewMedia[]) =>
  await bookOf(await makeAudioBook(server, { name: 'Rain', audio }))

/** The bytes of the address end with the frames of its parts, whole and in any range. */
async function expectJoined(url: string | null, parts: readonly Buffer[]): Promise<void> {
  const frames = Buffer.concat(parts.map(framesOf))
  const { status, bytes } = await get(url)
  expect([status, bytes.subarray(-frames.length).equals(frames)]).toEqual([200, true])
  for (let round = 0; round < 40; round += 1) {
    const start = randomInt(bytes.length)
    const end = randomInt(start, bytes.length)
    const part = await get(url, { range: `bytes=${start}-${end}` })
    expect([start, end, part.status]).toEqual([start, end, 206])
    expect(part.bytes.equals(bytes.subarray(start, end + 1))).toBe(true)
  }
}

async function put(id: number, form: FormData | TestForm) {
  return await server.attempt(updateAudioBook, { params: { id }, form }, editor.headers)
}

function keeping(id: number, urls: readonly (string | null)[], name = 'Rain'): FormData {
  const form = new FormData()
  form.append('Id', String(id))
  form.append('Name', name)
  for (const url of urls) form.append('AudioUrl', url as string)
  return form
}

describe.each([
  ['a folder', () => ({})],
  ['a bucket that listeners are sent to', () => ({ ...store.settings, S3_DELIVERY: 'signed' })],
] as [string, () => Record<string, string>][])('where other media are in %s', (_where, environment) => {
  beforeAll(async () => {
    folder = await makeLibraryFolder()
    server = await startTestServer({ environment: { ...folder.settings, ...environment() } })
    address = await server.app.listen({ port: 0, host: '127.0.0.1' })
    editor = await makePerson(server, 'Editor')
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    await folder[Symbol.asyncDispose]()
  })

  it('three library files are one address, equal to their bytes put together by hand', async () => {
    const book = await makeBook([await libraryFile(0), await libraryFile(1), await libraryFile(2)])
    expect(book.tracksCount).toBe(3)
    await expectJoined(book.audioUrl, files)
  })

  it('library files are joined with stored ones', async () => {
    const stored = await storeSound(server, files[1])
    const book = await makeBook([await libraryFile(0), stored, await libraryFile(2)])
    await expectJoined(book.audioUrl, files)
  })

  it('a long library file of variable bit rate is found by an index that is stored', async () => {
    const long = variableMp3(130)
    const { sha256: fileKey, sizeBytes } = await libraryFile(9, long)
    const place = join(folder.path, 'book/9.mp3')
    const modifiedSeconds = Math.floor((await stat(place)).mtimeMs / 1000)
    const looked = {
      place,
      fileName: '9.mp3',
      sizeBytes,
      modifiedSeconds,
      fileKey,
      title: null,
      chapters: [],
    }
    const kind = { contentType: 'audio/mpeg', durationMs: 130_000, needsIndex: true, joinKey: null } as const
    await using opened = await openSounds(server.deps, [{ ...looked, ...kind }], { isCopied: false })
    const book = await makeBook(opened.audio)
    expect(book.audioUrl).toMatch(/\.m4a$/)
    await expectJoined(book.audioUrl, [long])
  })

  it('a form keeps library tracks by their addresses, also in another order', async () => {
    const { id, audioUrl, tracks } = await makeBook([await libraryFile(0), await libraryFile(1)])
    const urls = tracks.map((track) => track.audioUrl)
    expect((await put(id, keeping(id, urls, 'Snow'))).status).toBe(200)
    expect(await bookOf(id)).toMatchObject({ name: 'Snow', audioUrl })
    const before = await folder.fingerprint()
    expect((await put(id, keeping(id, urls.toReversed()))).status).toBe(200)
    const turned = await bookOf(id)
    expect(turned.tracks.map((track) => track.audioUrl)).toEqual(urls.toReversed())
    await expectJoined(turned.audioUrl, [files[1], files[0]])
    expect((await put(id, keeping(id, urls.slice(0, 1)))).status).toBe(200)
    const one = await bookOf(id)
    expect((await get(one.audioUrl)).bytes.equals(files[0])).toBe(true)
    expect(await folder.fingerprint()).toBe(before)
  })

  it('a book that is hidden has new addresses, which play, and its former ones do not', async () => {
    const { id, audioUrl } = await makeBook([await libraryFile(0), await libraryFile(1)])
    await server.call(unpublishAudioBook, { params: { id } }, editor.headers)
    expect((await get(audioUrl)).status).toBe(404)
    const hidden = await server.call(getEditedAudioBook, { params: { id } }, editor.headers)
    expect(hidden.audioUrl).not.toBe(audioUrl)
    await expectJoined(hidden.audioUrl, files.slice(0, 2))
  })

  it('what asks for a part that is gone is not found before a byte is sent, and other parts play on', async () => {
    const book = await makeBook([await libraryFile(0), await libraryFile(1), await libraryFile(2)])
    const { length } = (await get(book.audioUrl)).bytes
    const firstBytes = length - framesOf(files[1]).length - framesOf(files[2]).length - 1
    const ranges = [undefined, 'bytes=0-', `bytes=0-${firstBytes}`, `bytes=0-${firstBytes + 1}`, 'bytes=-500']
    const statuses = async () => {
      const answers = ranges.map((range) => get(book.audioUrl, range === undefined ? {} : { range }))
      return (await Promise.all(answers)).map(({ status }) => status)
    }
    await rm(join(folder.path, 'book/1.mp3'))
    expect(await statuses()).toEqual([404, 404, 206, 404, 206])
    await libraryFile(1, variableMp3(31, 1))
    expect(await statuses()).toEqual([404, 404, 206, 404, 206])
    const last = await get(book.audioUrl, { range: `bytes=${length - 500}-` })
    expect([last.status, last.bytes.equals(framesOf(files[2]).subarray(-500))]).toEqual([206, true])
    await libraryFile(1)
    expect(await statuses()).toEqual([200, 206, 206, 206, 206])
  })
})
