import { createAudioBook, deleteAudioBook, updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { type AudioBookDetail, listAudioBooks } from '@earmark/contract/audio-books.ts'
import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { audioFile } from '../../testing/forms.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import { startS3Store } from '../../testing/s3-store.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { neededFiles, storedFiles } from '../../testing/records.ts'
import { type FileOperations, realFiles } from '../../media/storage/files/incoming.ts'
import { walks } from '../../testing/walks.ts'

/**
 * Few sounds and many records of one or several of them, written at once: one record gives up the bytes that another is
 * being given.
 */

/** How long steps of storing and removing take, in milliseconds. */
const pace = { times: [0], at: 0 }
async function dawdle(): Promise<void> {
  pace.at += 1
  await setTimeout(pace.times[pace.at % pace.times.length])
}

const files: FileOperations = {
  ...realFiles,
  rename: async (from, to) => {
    if (String(to).endsWith('.removed')) await dawdle()
    await realFiles.rename(from, to)
    await dawdle()
  },
}

let server: TestServer
let address: string
let editor: Person
let sounds: readonly Blob[]

async function prepare(started: TestServer): Promise<void> {
  server = started
  address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  editor = await makePerson(server, 'Editor')
  sounds = [await audioFile('opus'), await audioFile('mp3')]
}

/** What becomes of the record at a place: it is made if it is not there. */
interface Step {
  readonly place: number
  readonly action: 'give' | 'clear' | 'remove'
  readonly given: readonly number[]
}

type Records = Map<number, { book: AudioBookDetail; heard: readonly number[] }>

async function take({ place, action, given }: Step, records: Records): Promise<void> {
  const present = records.get(place)
  const heard = action === 'give' ? given : []
  const files = heard.length > 0 ? { Audio: heard.map((sound) => sounds[sound] as Blob) } : {}
  if (!present) {
    const book = await server.call(createAudioBook, { form: { Name: 'x', ...files } }, editor.headers)
    records.set(place, { book, heard })
    return
  }
  const params = { id: present.book.id }
  if (action === 'remove') {
    await server.call(deleteAudioBook, { params }, editor.headers)
    records.delete(place)
    return
  }
  const form = { Id: params.id, Name: 'x', ...files }
  const book = await server.call(updateAudioBook, { params, form }, editor.headers)
  records.set(place, { book, heard })
}

async function bytesAt(url: string): Promise<Uint8Array> {
  const answer = await fetch(address + url)
  expect(answer.status).toBe(200)
  return answer.bytes()
}

async function expectEachHeard(records: Records): Promise<void> {
  for (const { book, heard } of records.values()) {
    expect(book.tracks).toHaveLength(heard.length)
    for (const [index, { audioUrl }] of book.tracks.entries())
      expect(await bytesAt(audioUrl)).toEqual(await (sounds[heard[index] as number] as Blob).bytes())
    const { audioUrl } = book
    if (heard.length < 2) expect(audioUrl).toBe(book.tracks[0]?.audioUrl ?? null)
    // Sounds of two kinds have no common address.
    else if (new Set(heard).size > 1) expect(audioUrl).toBeNull()
    else if (audioUrl !== null) expect((await bytesAt(audioUrl)).length).toBeGreaterThan(0)
  }
  expect(await storedFiles(server)).toEqual(await neededFiles(server))
}

const step = fc.record({
  place: fc.nat(4),
  action: fc.constantFrom<Step['action']>('give', 'give', 'clear', 'remove'),
  given: fc.array(fc.constantFrom(0, 0, 1), { minLength: 1, maxLength: 3, size: 'max' }),
})
const atOnce = fc.uniqueArray(step, {
  selector: ({ place }) => place,
  minLength: 2,
  maxLength: 5,
  size: 'max',
})
const someTimes = fc.array(fc.constantFrom(0, 0, 5, 40), { minLength: 3, maxLength: 7 })

const rounds = fc.array(atOnce, { minLength: 2, maxLength: 5 })

async function check(given: Step[][], times: number[]): Promise<void> {
  Object.assign(pace, { times, at: 0 })
  const records: Records = new Map()
  for (const steps of given) {
    await Promise.all(steps.map((one) => take(one, records)))
    await expectEachHeard(records)
  }
  const left = await server.call(listAudioBooks, {})
  for (const { id } of left) await server.call(deleteAudioBook, { params: { id } }, editor.headers)
  expect(await storedFiles(server)).toEqual([])
}

it('on the disk, no record is ever without its bytes, and no bytes are left', {
  timeout: 120_000,
}, async () => {
  await using started = await startTestServer({ files })
  await prepare(started)
  await fc.assert(fc.asyncProperty(rounds, someTimes, check), { numRuns: walks(5), endOnFailure: true })
})

it('in a bucket, no record is ever without its bytes, and no bytes are left', {
  timeout: 120_000,
}, async () => {
  await using store = await startS3Store()
  store.trouble = (_request, _response, next) => void dawdle().then(next)
  await using started = await startTestServer({ environment: store.settings })
  await prepare(started)
  await fc.assert(fc.asyncProperty(rounds, someTimes, check), { numRuns: 3, endOnFailure: true })
  expect(await store.listKeys()).toEqual([])
})
