import { createAudioBook, deleteAudioBook, updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { type AudioBookDetail, getAudioBook } from '@earmark/contract/audio-books.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson } from '../../testing/people.ts'
import { neededFiles, storedFiles } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { framesSeconds, variableMp3 } from '../../testing/variable-mp3.ts'
import { walks } from '../../testing/walks.ts'

/** Random replacements of a book's files against a list of them. */

const server = await forAllTests(startTestServer())
const { headers } = await makePerson(server, 'Editor')

/** A track: one of those that are there and not yet taken, or else a new file of some seconds. */
interface Wanted {
  readonly isKept: boolean
  readonly pick: number
}

interface Choice {
  readonly seconds: number
  /** Of a track that stays. */
  readonly url?: string
}

function choicesOf(wanted: readonly Wanted[], book: AudioBookDetail | null): Choice[] {
  const left = (book?.tracks ?? []).map((track) => ({
    seconds: Math.floor(track.durationSeconds),
    url: track.audioUrl,
  }))
  return wanted.map(({ isKept, pick }) => {
    const [kept] = isKept && left.length > 0 ? left.splice(pick % left.length, 1) : []
    return kept ?? { seconds: 1 + (pick % 4) }
  })
}

function formOf(choices: readonly Choice[], book: AudioBookDetail | null): FormData {
  const form = new FormData()
  form.append('Name', 'Model')
  if (book) form.append('Id', String(book.id))
  if (book && new Set(choices.map(({ url }) => url === undefined)).size > 1) form.append('AddsAudio', 'true')
  for (const { seconds, url } of choices) {
    if (url === undefined) form.append('Audio', new File([new Uint8Array(variableMp3(seconds))], 'a.mp3'))
    else form.append('AudioUrl', url)
  }
  return form
}

async function lengthAt(url: string): Promise<number | null> {
  const { statusCode, headers: told } = await server.app.inject({ method: 'HEAD', url })
  return statusCode === 200 ? Number(told['content-length']) : null
}

async function expectLike(
  choices: readonly Choice[],
  book: AudioBookDetail,
  before: AudioBookDetail | null,
): Promise<void> {
  const { tracks, tracksCount, audioUrl, durationSeconds } = book
  expect(tracks.map((track) => Math.floor(track.durationSeconds))).toEqual(choices.map((one) => one.seconds))
  expect(tracksCount).toBe(choices.length)
  expect(audioUrl === null).toBe(choices.length === 0)
  const sum = choices.reduce((total, { seconds }) => total + framesSeconds(seconds), 0)
  expect(Math.abs((durationSeconds ?? 0) - sum)).toBeLessThan(0.1)
  const urls = tracks.map((track) => track.audioUrl)
  for (const [place, { url }] of choices.entries()) if (url !== undefined) expect(urls[place]).toBe(url)
  for (const { audioUrl: url, sizeBytes } of tracks) expect(await lengthAt(url)).toBe(sizeBytes)
  if (audioUrl !== null) expect(await lengthAt(audioUrl)).not.toBeNull()
  const former = before ? [before.audioUrl ?? [], ...before.tracks.map((track) => track.audioUrl)].flat() : []
  for (const url of former.filter((one) => one !== audioUrl && !urls.includes(one)))
    expect(await lengthAt(url)).toBeNull()
  const isSame = before !== null && urls.join() === before.tracks.map((track) => track.audioUrl).join()
  if (isSame) expect(audioUrl).toBe(before.audioUrl)
  if (!isSame && urls.length > 1) expect(audioUrl).not.toBe(before?.audioUrl)
  expect(await server.call(getAudioBook, { params: { id: book.id } })).toEqual(book)
  expect(await storedFiles(server)).toEqual(await neededFiles(server))
}

const steps = fc.array(
  fc.array(fc.record({ isKept: fc.boolean(), pick: fc.nat(9) }), { maxLength: 5, size: 'max' }),
  { minLength: 2, maxLength: 6, size: 'max' },
)

it('files come, stay, move and go as the form says, and nothing else is left of them', async () => {
  const check = async (given: Wanted[][]) => {
    let book: AudioBookDetail | null = null
    for (const wanted of given) {
      const choices = choicesOf(wanted, book)
      const form = formOf(choices, book)
      const { status, body } = await (book === null
        ? server.attempt(createAudioBook, { form }, headers)
        : server.attempt(updateAudioBook, { params: { id: book.id }, form }, headers))
      expect(status).toBe(book === null ? 201 : 200)
      const after = JSON.parse(body) as AudioBookDetail
      await expectLike(choices, after, book)
      book = after
    }
    if (book) await server.call(deleteAudioBook, { params: { id: book.id } }, headers)
    expect(await storedFiles(server)).toEqual([])
    expect(await server.deps.db.connection.selectFrom('media').select('id').execute()).toEqual([])
  }
  await fc.assert(fc.asyncProperty(steps, check), { numRuns: walks(5) })
})
