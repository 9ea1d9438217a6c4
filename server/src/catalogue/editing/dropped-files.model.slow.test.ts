import { createAudioBook, deleteAudioBook, updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { type AudioBook, listAudioBooks } from '@earmark/contract/audio-books.ts'
import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { audioFile } from '../../testing/forms.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import { startS3Store } from '../../testing/s3-store.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { neededFiles, storedFiles } from '../../testing/records.ts'
import { type FileOperations, realFiles } from '../../media/storage/files/incoming.ts'

/** Few sounds and many records, written at once: one record gives up the bytes that another is being given. */

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
  readonly sound: 0 | 1
}

type Records = Map<number, { book: AudioBook; sound: number | null }>

async function take({ place, action, sound }: Step, records: Records): Promise<void> {
  const present = records.get(place)
  const given = action === 'give' ? { Audio: sounds[sound] as Blob } : {}
  const now = action === 'give' ? sound : null
  if (!present) {
    const book = await server.call(createAudioBook, { form: { Name: 'x', ...given } }, editor.headers)
    records.set(place, { book, sound: now })
    return
  }
  const params = { id: present.book.id }
  if (action === 'remove') {
    await server.call(deleteAudioBook, { params }, editor.headers)
    records.delete(place)
    return
  }
  const form = { Id: params.id, Name: 'x', ...given }
  const book = await server.call(updateAudioBook, { params, form }, editor.headers)
  records.set(place, { book, sound: now })
}

async function expectEachHeard(records: Records): Promise<void> {
  for (const { book, sound } of records.values()) {
    if (sound === null) expect(book.audioUrl).toBeNull()
    else {
      const heard = await fetch(address + book.audioUrl)
      expect(await heard.bytes()).toEqual(await (sounds[sound] as Blob).bytes())
    }
  }
  expect(await storedFiles(server)).toEqual(await neededFiles(server))
}

const step = fc.record({
  place: fc.nat(4),
  action: fc.constantFrom<Step['action']>('give', 'give', 'clear', 'remove'),
  sound: fc.constantFrom<0 | 1>(0, 0, 1),
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
  await fc.assert(fc.asyncProperty(rounds, someTimes, check), { numRuns: 12 })
})

it('in a bucket, no record is ever without its bytes, and no bytes are left', {
  timeout: 120_000,
}, async () => {
  await using store = await startS3Store()
  store.trouble = (_request, _response, next) => void dawdle().then(next)
  await using started = await startTestServer({ environment: store.settings })
  await prepare(started)
  await fc.assert(fc.asyncProperty(rounds, someTimes, check), { numRuns: 3 })
  expect(await store.listKeys()).toEqual([])
})
