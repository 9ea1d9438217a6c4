import * as edits from '@earmark/contract/audio-book-edits.ts'
import {
  type AudioBookDetail,
  getAudioBook,
  listAudioBooks,
  type Track,
} from '@earmark/contract/audio-books.ts'
import { saveAudioBookPosition } from '@earmark/contract/position-edits.ts'
import { describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { audioFile } from '../../testing/forms.ts'
import { makePerson } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'
import { framesSeconds, variableMp3 } from '../../testing/variable-mp3.ts'

const server = await forAllTests(startTestServer())
const { headers } = await makePerson(server, 'Editor')

const mp3 = (seconds: number, kind = 0) => new File([variableMp3(seconds, kind)], `${seconds}.mp3`)
type Part = readonly [name: string, part: string | File]

function formOf(parts: readonly Part[]): FormData {
  const form = new FormData()
  for (const [name, part] of parts) form.append(name, part)
  return form
}

const post = (...parts: Part[]) =>
  server.attempt(edits.createAudioBook, { form: formOf([['Name', 'Many'], ...parts]) }, headers)

const put = (id: number, ...parts: Part[]) => {
  const form = formOf([['Id', String(id)], ['Name', 'Many'], ...parts])
  return server.attempt(edits.updateAudioBook, { params: { id }, form }, headers)
}

const bookOf = ({ body }: { body: string }) => JSON.parse(body) as AudioBookDetail
const read = (id: number) => server.call(getAudioBook, { params: { id } })
const address = await server.app.listen({ port: 0, host: '127.0.0.1' })

async function get(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(new URL(url, address), { headers })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const statusOf = async (url: string) => (await server.app.inject({ method: 'HEAD', url })).statusCode
const seconds = (tracks: readonly Track[]) => tracks.map(({ durationSeconds }) => Math.floor(durationSeconds))

async function made(...lengths: number[]): Promise<AudioBookDetail> {
  const answer = await post(...lengths.map((length): Part => ['Audio', mp3(length)]))
  expect(answer.status).toBe(201)
  return bookOf(answer)
}

describe('a book of many files', () => {
  const lengths = Array.from({ length: 40 }, (_, index) => 1 + (index % 4))

  it('has them in their order, one after another, and one address of all of them', async () => {
    const book = await made(...lengths)
    expect(book.tracksCount).toBe(40)
    expect(seconds(book.tracks)).toEqual(lengths)
    const sum = lengths.reduce((total, length) => total + framesSeconds(length), 0)
    expect(Math.abs((book.durationSeconds as number) - sum)).toBeLessThan(0.1)
    let start = 0
    for (const track of book.tracks) {
      expect(track.startSeconds).toBeCloseTo(start, 2)
      expect(track).toMatchObject({ contentType: 'audio/mpeg', title: null })
      expect((await get(track.audioUrl)).bytes.length).toBe(track.sizeBytes)
      start += track.durationSeconds
    }
    expect(await read(book.id)).toEqual({ ...book, status: undefined, publishAt: undefined })
    const { tracks: _, ...listed } = await read(book.id)
    expect(await server.call(listAudioBooks, {})).toContainEqual(listed)
  })

  it('is heard from its address alone, by ranges that are the bytes of the whole', async () => {
    const { audioUrl } = await made(...lengths)
    const url = audioUrl as string
    const { status, headers: told, bytes } = await get(url)
    expect([status, told.get('content-type'), told.get('accept-ranges')]).toEqual([200, 'audio/mp4', 'bytes'])
    expect(bytes.length).toBe(Number(told.get('content-length')))
    for (let from = 0; from < bytes.length; from += 60_001) {
      const range = await get(url, { range: `bytes=${from}-${from + 999}` })
      expect(range.status).toBe(206)
      expect(range.bytes.equals(bytes.subarray(from, from + 1000))).toBe(true)
    }
    expect((await get(url, { 'if-none-match': told.get('etag') as string })).status).toBe(304)
  })

  it('has a file of two minutes and uneven bit rate at an address with an index of its own', async () => {
    const { tracks } = await made(121, 2)
    expect(tracks.map(({ contentType }) => contentType)).toEqual(['audio/mp4', 'audio/mpeg'])
    expect(tracks[1]?.startSeconds).toBeCloseTo(framesSeconds(121), 2)
  })

  it('has AAC without a container of more than two minutes at such an address', async () => {
    const tone = Buffer.from(await (await audioFile('aac')).arrayBuffer())
    const times = Math.ceil(121 / 1.5)
    const answer = await post(['Audio', new File(Array<Buffer<ArrayBuffer>>(times).fill(tone), 'long.aac')])
    const { audioUrl, tracks, durationSeconds } = bookOf(answer)
    expect([tracks[0]?.contentType, tracks[0]?.audioUrl]).toEqual(['audio/mp4', audioUrl])
    expect(durationSeconds).toBeGreaterThan(121)
  })

  it('has no address of all where the files are of different kinds, and its length all the same', async () => {
    const answer = await post(['Audio', mp3(2)], ['Audio', new File([await audioFile('flac')], '2.flac')])
    const book = bookOf(answer)
    expect(book).toMatchObject({ audioUrl: null, tracksCount: 2 })
    expect(book.durationSeconds).toBeCloseTo(2.3, 1)
    expect(seconds(book.tracks)).toEqual([2, 0])
    const listed = await server.call(listAudioBooks, {})
    expect(listed.find(({ id }) => id === book.id)?.durationSeconds).toBe(book.durationSeconds)
    const body = { positionSeconds: 2.1, baseVersion: 0 }
    const saved = await server.call(saveAudioBookPosition, { params: { id: book.id }, body }, headers)
    expect(saved).toMatchObject({ positionSeconds: 2.1, durationSeconds: book.durationSeconds })
  })

  it('refuses all of them where one is broken, and says which', async () => {
    const broken = new File(['no sound'], '2.mp3')
    const answer = await post(['Audio', mp3(1)], ['Audio', broken], ['Audio', mp3(2)])
    expect(answer.errors).toEqual([
      { code: 'UnsupportedMedia', field: 'audio', description: expect.stringMatching(/^File 2: /) },
    ])
  })
})

describe('a replacement', () => {
  type Step = 'own' | number | File
  const named = (book: AudioBookDetail, steps: readonly Step[]) =>
    steps.map((step): Part => {
      if (step instanceof File) return ['Audio', step]
      return [
        'AudioUrl',
        step === 'own' ? (book.audioUrl as string) : (book.tracks[step - 1] as Track).audioUrl,
      ]
    })

  it.each<[does: string, lengths: number[], steps: Step[], adds: boolean, after: number[]]>([
    ['keeps all by the address of all', [1, 2, 3], ['own'], false, [1, 2, 3]],
    ['keeps some, in another order', [1, 2, 3], [3, 1], false, [3, 1]],
    ['keeps one', [1, 2, 3], [2], false, [2]],
    ['puts a new one between', [1, 2], [1, mp3(4), 2], false, [1, 4, 2]],
    ['replaces one', [1, 2, 3], [1, mp3(4), 3], false, [1, 4, 3]],
    ['replaces the only one', [1], ['own', mp3(2)], false, [2]],
    ['replaces all', [1, 2], ['own', mp3(3), mp3(4)], false, [3, 4]],
    ['adds to the only one', [1], ['own', mp3(2)], true, [1, 2]],
    ['adds before it', [1], [mp3(2), 'own'], true, [2, 1]],
    ['clears', [1, 2], [], false, []],
  ])('%s', async (_does, lengths, steps, adds, after) => {
    const book = await made(...lengths)
    const flag: Part[] = adds ? [['AddsAudio', 'true']] : []
    const answer = await put(book.id, ...flag, ...named(book, steps))
    expect(answer.status).toBe(200)
    const { tracks, audioUrl, durationSeconds, tracksCount } = bookOf(answer)
    expect(seconds(tracks)).toEqual(after)
    expect(tracksCount).toBe(after.length)
    expect(Math.floor(durationSeconds ?? 0)).toBe(after.reduce((sum, each) => sum + each, 0))
    const urls = tracks.map((track) => track.audioUrl)
    for (const url of [...urls, audioUrl ?? []].flat()) expect(await statusOf(url)).toBe(200)
    const before = [book.audioUrl as string, ...book.tracks.map((track) => track.audioUrl)]
    const gone = before.filter((url) => url !== audioUrl && !urls.includes(url))
    for (const url of gone) expect(await statusOf(url)).toBe(404)
  })

  it('refuses the address of another book, and changes nothing', async () => {
    const [book, other] = [await made(1, 2), await made(3)]
    const answer = await put(book.id, ['AudioUrl', other.audioUrl as string])
    expect([answer.status, answer.errors[0]]).toMatchObject([
      400,
      { code: 'UnknownMedia', field: 'audioUrl' },
    ])
    expect(await read(book.id)).toEqual({ ...book, status: undefined, publishAt: undefined })
  })
})
