import { maxChapterTitleLength } from '@earmark/contract/limits.ts'
import { createAudioBook, updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { getAudioBook } from '@earmark/contract/audio-books.ts'
import * as edits from '@earmark/contract/chapter-edits.ts'
import {
  type Chapters,
  getAudioBookChapters,
  getEpisodeChapters,
  jsonChaptersType,
} from '@earmark/contract/chapters.ts'
import { getEpisode } from '@earmark/contract/episodes.ts'
import { publishAudioBook, unpublishAudioBook } from '@earmark/contract/publishing.ts'
import { searchAll } from '@earmark/contract/search.ts'
import { deleteUser } from '@earmark/contract/users.ts'
import { describe, expect, it } from 'vitest'
import type { FileChapter } from '../../media/chapters/chapter-list.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { startNode } from '../../testing/nodes.ts'
import { audioFile } from '../../testing/forms.ts'
import { makePerson } from '../../testing/people.ts'
import { chapterTag } from '../../testing/recordings/tags.ts'
import { makeAudioBook, makeEpisode, makePodcast, soundOf } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { variableMp3 } from '../../testing/variable-mp3.ts'

const server = await forAllTests(startTestServer())
const { headers, account } = await makePerson(server, 'Editor')

const plain = new Blob([new Uint8Array(variableMp3(10))])
const opus = await audioFile('opus')
const two: FileChapter[] = [
  { startMs: 0, title: 'One' },
  { startMs: 20_500, title: 'Two' },
]

/** An audio book of a minute. */
const makeBook = (chapters: readonly FileChapter[] = []) =>
  makeAudioBook(server, { name: 'Rain', audio: { ...soundOf(60), chapters } })

const read = (id: number) => server.call(getAudioBookChapters, { params: { id } })
const put = (id: number, body: edits.NewChapters) =>
  server.call(edits.replaceAudioBookChapters, { params: { id }, body }, headers)
const attempt = (id: number, body: unknown) =>
  server.attempt(edits.replaceAudioBookChapters, { params: { id }, body }, headers)
const hand = (...chapters: [startSeconds: number, title: string][]) =>
  chapters.map(([startSeconds, title]) => ({ startSeconds, title }))
const titles = ({ chapters }: Chapters) => chapters.map(({ title }) => title)

async function upload(id: number, sound: Buffer): Promise<void> {
  const form = { Id: id, Name: 'Rain', Audio: new Blob([new Uint8Array(sound)]) }
  await server.call(updateAudioBook, { params: { id }, form }, headers)
}

describe('the chapters of a recording', () => {
  it('are those of its file', async () => {
    const id = await makeBook(two)
    expect(await read(id)).toEqual({
      version: 1,
      source: 'Embedded',
      chapters: [
        { startSeconds: 0, endSeconds: 20.5, title: 'One', trackNumber: 1 },
        { startSeconds: 20.5, endSeconds: 60, title: 'Two', trackNumber: 1 },
      ],
    })
    expect(await server.call(getAudioBook, { params: { id } })).toMatchObject({ chaptersCount: 2 })
  })

  it('are none where the file has none', async () => {
    const id = await makeBook()
    expect(await read(id)).toEqual({ version: 0, source: 'None', chapters: [] })
    expect(await server.call(getAudioBook, { params: { id } })).toMatchObject({ chaptersCount: 0 })
  })

  it('are none without sound', async () => {
    const id = await makeAudioBook(server, { name: 'Silent' })
    expect(await read(id)).toEqual({ version: 0, source: 'None', chapters: [] })
    expect(await attempt(id, { chapters: hand([0, 'One']), baseVersion: 0 })).toMatchObject({
      codes: ['ChaptersInvalid'],
    })
  })

  it('are those of an episode, of its own podcast alone', async () => {
    const podcastId = await makePodcast(server, { name: 'Talks' })
    const audio = { ...soundOf(60), chapters: two }
    const episodeId = await makeEpisode(server, podcastId, { number: 1, name: 'First', audio })
    const params = { id: podcastId, episodeId }
    expect(titles(await server.call(getEpisodeChapters, { params }))).toEqual(['One', 'Two'])
    expect(await server.call(getEpisode, { params })).toMatchObject({ chaptersCount: 2 })
    const body = { chapters: hand([0, 'Own']), baseVersion: 1 }
    const saved = await server.call(edits.replaceEpisodeChapters, { params, body }, headers)
    expect(saved).toMatchObject({ version: 2, source: 'Hand' })
    const other = { params: { ...params, id: await makePodcast(server, { name: 'Others' }) } }
    for (const endpoint of [getEpisodeChapters, edits.getEditedEpisodeChapters])
      expect(await server.attempt(endpoint, other, headers)).toMatchObject({ codes: ['NotFound'] })
  })

  it('come with an upload, of a file that is found by an index, too', async () => {
    const sound = Buffer.concat([chapterTag(two), variableMp3(121)])
    const form = { Name: 'Long', Audio: new Blob([new Uint8Array(sound)]) }
    const { id } = await server.call(createAudioBook, { form }, headers)
    expect(await read(id)).toMatchObject({ source: 'Embedded', version: 1 })
    expect(titles(await read(id))).toEqual(['One', 'Two'])
  })

  it('are answered as JSON chapters of Podcasting 2.0', async () => {
    const id = await makeBook(two)
    const ask = (accept: string) =>
      server.app.inject({ url: `/api/audio-books/${id}/chapters`, headers: { accept } })
    for (let time = 0; time < 2; time += 1) {
      const plain = await ask('application/json')
      const other = await ask(`${jsonChaptersType}, */*;q=0.1`)
      expect(plain.json()).toEqual(await read(id))
      expect(other.headers).toMatchObject({
        'content-type': jsonChaptersType,
        vary: 'accept, accept-encoding',
      })
      expect(other.headers.etag).not.toBe(plain.headers.etag)
      expect(other.json()).toEqual({
        version: '1.2.0',
        chapters: [
          { startTime: 0, endTime: 20.5, title: 'One' },
          { startTime: 20.5, endTime: 60, title: 'Two' },
        ],
      })
    }
    for (const [accept, isOther] of [
      ['application/json, application/json+chapters', true],
      ['application/json;q=0.1, Application/JSON+Chapters', true],
      ['application/json+chapters; q=0.9, application/json;charset=utf-8;q=0.9, */*', true],
      ['application/json+chapters;q=0.1', true],
      ['application/json, application/json+chapters;q=0', false],
      ['application/json+chapters;q=0.000', false],
      ['application/json+chapters;q=0.5, application/json', false],
      ['application/json+chapters;q=0.5, application/*;q=0.6, */*;q=0.1', false],
      ['application/json+chapters;q=0.5, */*;q=0.6', false],
      ['*/*', false],
    ] as const) {
      const { headers: answered } = await ask(accept)
      const isType = answered['content-type'] === jsonChaptersType
      expect([accept, isType]).toEqual([accept, isOther])
    }
  })
})

describe('chapters of an editor', () => {
  it('take the place of those of the file', async () => {
    const id = await makeBook(two)
    const saved = await put(id, { chapters: hand([7, 'Own\n'], [7.1, '']), baseVersion: 1 })
    expect(saved).toEqual({
      version: 2,
      source: 'Hand',
      chapters: [
        { startSeconds: 7, endSeconds: 7.1, title: 'Own', trackNumber: 1 },
        { startSeconds: 7.1, endSeconds: 60, title: '', trackNumber: 1 },
      ],
    })
    expect(await read(id)).toEqual(saved)
  })

  it('may be none', async () => {
    const id = await makeBook(two)
    expect(await put(id, { chapters: [], baseVersion: 1 })).toEqual({
      version: 2,
      source: 'Hand',
      chapters: [],
    })
  })

  it('give way to those of the file again', async () => {
    const id = await makeBook(two)
    await put(id, { chapters: [], baseVersion: 1 })
    expect(await put(id, { source: 'Embedded', baseVersion: 2 })).toMatchObject({ version: 3 })
    expect(await read(id)).toMatchObject({ source: 'Embedded', version: 3 })
    expect(titles(await read(id))).toEqual(['One', 'Two'])
  })

  it('are refused over those of somebody else, who is told', async () => {
    const id = await makeBook()
    const saved = await put(id, { chapters: hand([0, 'Theirs']), baseVersion: 0 })
    const stale = await attempt(id, { chapters: hand([0, 'Mine']), baseVersion: 0 })
    expect(stale).toMatchObject({ status: 409, codes: ['StaleChapters'] })
    const at = new Date(server.time.now).toISOString()
    expect(stale.errors[0]?.current).toEqual({ ...saved, savedBy: account.name, savedAt: at })
    expect(await read(id)).toEqual(saved)
  })

  it('say nothing of an editor who is gone, nor of one where they are those of the sound', async () => {
    const gone = await makePerson(server, 'Editor')
    const id = await makeBook(two)
    const stale = async () =>
      (await attempt(id, { chapters: hand([0, 'Mine']), baseVersion: 9 })).errors[0]?.current
    expect(await stale()).toEqual(await read(id))
    await server.call(
      edits.replaceAudioBookChapters,
      { params: { id }, body: { chapters: hand([0, 'Theirs']), baseVersion: 1 } },
      gone.headers,
    )
    const admin = await makePerson(server, 'Admin')
    await server.call(deleteUser, { params: { id: gone.account.id } }, admin.headers)
    const { connection } = server.deps.db
    const left = connection.selectFrom('recordings').where('chapters_saved_by', '=', gone.account.id)
    expect(await left.select('id').execute()).toEqual([])
    expect(await stale()).toEqual({ ...(await read(id)), savedAt: new Date(server.time.now).toISOString() })
  })

  it('are taken once where the answer was lost', async () => {
    const id = await makeBook()
    const body = { chapters: hand([0, 'Mine']), baseVersion: 0 }
    const saved = await put(id, body)
    expect(await put(id, body)).toEqual(saved)
  })

  it('do not make the record another', async () => {
    const id = await makeBook()
    const before = await server.call(getAudioBook, { params: { id } })
    server.time.now += 1000
    await put(id, { chapters: hand([0, 'One']), baseVersion: 0 })
    const after = await server.call(getAudioBook, { params: { id } })
    expect(after).toEqual({ ...before, chaptersCount: 1 })
  })

  const long = 'a'.repeat(maxChapterTitleLength)
  const every = (count: number, seconds: number) =>
    Array.from({ length: count }, (_, place) => ({ startSeconds: place * seconds, title: '' }))

  it.each([
    ['in the order of time', hand([0, 'One'], [1, 'Two'])],
    ['a tenth of a second apart', hand([0.2, 'One'], [0.3, 'Two'])],
    ['before the end', hand([59.999, 'One'])],
    ['with titles of 300 characters', hand([0, long], [1, '🎧'.repeat(maxChapterTitleLength)])],
    ['of nothing but hostile characters', hand([0, '\u0000\ud800‮<script>'])],
  ])('are taken %s', async (_what, chapters) => {
    const id = await makeBook()
    expect(await put(id, { chapters, baseVersion: 0 })).toMatchObject({ version: 1 })
  })

  it('are 2 000 at most', async () => {
    const id = await makeAudioBook(server, { name: 'Long', audio: soundOf(3_000) })
    const taken = await put(id, { chapters: every(2_000, 1), baseVersion: 0 })
    expect(taken.chapters).toHaveLength(2_000)
    expect(await read(id)).toEqual(taken)
    expect(await attempt(id, { chapters: every(2_001, 1), baseVersion: 1 })).toMatchObject({
      status: 400,
      codes: ['ChaptersInvalid'],
    })
  })

  it.each([
    ['that do not ascend', hand([2, 'One'], [1, 'Two'])],
    ['of one time', hand([1, 'One'], [1, 'Two'])],
    ['too close together', hand([1, 'One'], [1.099, 'Two'])],
    ['before the beginning', hand([-0.001, 'One'])],
    ['at the end', hand([60, 'One'])],
    ['past the end', hand([0, 'One'], [1e300, 'Two'])],
    ['with longer titles', hand([0, `${long}a`])],
  ])('are refused %s', async (_what, chapters) => {
    const id = await makeBook(two)
    const refused = await attempt(id, { chapters, baseVersion: 1 })
    expect(refused).toMatchObject({ status: 400, codes: ['ChaptersInvalid'] })
    expect(await read(id)).toMatchObject({ version: 1, source: 'Embedded' })
  })

  it.each([
    ['neither a list nor a source', { baseVersion: 0 }],
    ['both', { chapters: [], source: 'Embedded', baseVersion: 0 }],
    ['no version', { chapters: [] }],
    ['another source', { source: 'Hand', baseVersion: 0 }],
    ['a list of nothing', { chapters: [null], baseVersion: 0 }],
    ['a time in words', { chapters: [{ startSeconds: 'one', title: '' }], baseVersion: 0 }],
  ])('are not understood with %s', async (_what, body) => {
    expect(await attempt(await makeBook(), body)).toMatchObject({ status: 400, codes: ['InvalidBody'] })
  })
})

describe('chapters of a recording whose sound is replaced', () => {
  const [first, second] = [chapterTag(two), chapterTag([{ startMs: 0, title: 'Other' }])]

  it('are those of the new file', async () => {
    const id = await makeBook(two)
    await upload(id, Buffer.concat([second, variableMp3(2)]))
    expect(titles(await read(id))).toEqual(['Other'])
    expect(await read(id)).toMatchObject({ version: 2 })
    await upload(id, variableMp3(3))
    expect(await read(id)).toEqual({ version: 3, source: 'None', chapters: [] })
  })

  it('stay with the sound', async () => {
    const id = await makeBook(two)
    const { audioUrl } = await server.call(getAudioBook, { params: { id } })
    const form = { Id: id, Name: 'Rain again', AudioUrl: [audioUrl ?? ''] }
    await server.call(updateAudioBook, { params: { id }, form }, headers)
    expect(await read(id)).toMatchObject({ version: 1 })
  })

  it('stay those of an editor, beyond its end unheard until a longer one comes', async () => {
    const id = await makeBook()
    await put(id, { chapters: hand([0, 'One'], [50, 'Two']), baseVersion: 0 })
    await upload(id, Buffer.concat([first, variableMp3(30)]))
    expect(titles(await read(id))).toEqual(['One'])
    expect(await server.call(getAudioBook, { params: { id } })).toMatchObject({ chaptersCount: 1 })
    await upload(id, variableMp3(60))
    expect(titles(await read(id))).toEqual(['One', 'Two'])
    expect(await read(id)).toMatchObject({ version: 1, source: 'Hand' })
  })
})

describe('chapters of a book of several files', () => {
  async function makeOf(...sounds: Blob[]): Promise<number> {
    const form = new FormData()
    form.append('Name', 'Many')
    for (const sound of sounds) form.append('Audio', sound)
    const { body } = await server.attempt(createAudioBook, { form }, headers)
    return (JSON.parse(body) as { id: number }).id
  }

  const own = new Blob([new Uint8Array(chapterTag(two)), new Uint8Array(variableMp3(30))])
  it.each([
    ['at one address', [plain, own, plain]],
    ['of different kinds', [opus, own, opus]],
  ])('are its files, and those in them: %s', async (_what, sounds) => {
    const id = await makeOf(...sounds)
    const { chapters, source } = await read(id)
    expect(source).toBe('Files')
    expect(chapters.map(({ title, trackNumber }) => [title, trackNumber])).toEqual([
      ['Chapter 1', 1],
      ['One', 2],
      ['Two', 2],
      ['Chapter 4', 3],
    ])
    const { tracks, durationSeconds, chaptersCount } = await server.call(getAudioBook, { params: { id } })
    expect(chaptersCount).toBe(4)
    const [, second, third] = tracks.map(({ startSeconds }) => startSeconds)
    expect(chapters.map(({ startSeconds }) => startSeconds)).toEqual([
      0,
      second,
      Math.round(((second ?? 0) + 20.5) * 1000) / 1000,
      third,
    ])
    expect(chapters.at(-1)?.endSeconds).toBe(durationSeconds)
    const propose = (from: 'Files' | 'Embedded') =>
      server.call(edits.proposeAudioBookChapters, { params: { id }, body: { from } }, headers)
    expect(titles(await propose('Embedded'))).toEqual(['One', 'Two'])
    expect(await propose('Files')).toEqual(await read(id))
  })

  it('are named by what differs in the names of untagged files, in whichever order these are put', async () => {
    const named = (name: string, seconds: number) => new File([new Uint8Array(variableMp3(seconds))], name)
    const id = await makeOf(
      named('01 - The Platform.mp3', 3),
      named('02 - The_Train.mp3', 4),
      named('Book\\03 - Arrival.mp3', 5),
    )
    expect(titles(await read(id))).toEqual(['The Platform', 'The Train', 'Arrival'])
    const save = async (...files: File[]) => {
      const { tracks } = await server.call(getAudioBook, { params: { id } })
      const form = new FormData()
      form.append('Id', String(id))
      form.append('Name', 'Many')
      for (const { audioUrl } of tracks.toReversed()) form.append('AudioUrl', audioUrl)
      for (const file of files) form.append('Audio', file)
      expect(await server.attempt(updateAudioBook, { params: { id }, form }, headers)).toMatchObject({
        status: 200,
      })
      return titles(await read(id))
    }
    expect(await save()).toEqual(['Arrival', 'The Train', 'The Platform'])
    expect(await save(named('04 - Home.mp3', 6))).toEqual(['The Platform', 'The Train', 'Arrival', 'Home'])
    expect(await save()).toEqual(['Home', 'Arrival', 'The Train', 'The Platform'])
  })
})

describe('a draft', () => {
  it('shows its chapters to editors alone', async () => {
    const id = await makeBook(two)
    await server.call(unpublishAudioBook, { params: { id } }, headers)
    expect(await server.attempt(getAudioBookChapters, { params: { id } })).toMatchObject({ status: 404 })
    const edited = await server.call(edits.getEditedAudioBookChapters, { params: { id } }, headers)
    expect(titles(edited)).toEqual(['One', 'Two'])
    expect(await put(id, { chapters: [], baseVersion: 1 })).toMatchObject({ source: 'Hand' })
  })
})

describe('proposals', () => {
  const propose = (id: number, body: edits.ChaptersProposal) =>
    server.call(edits.proposeAudioBookChapters, { params: { id }, body }, headers)
  const refusal = (id: number, body: unknown) =>
    server.attempt(edits.proposeAudioBookChapters, { params: { id }, body }, headers)

  it('of equal length are counted, the last is shorter', async () => {
    const proposed = await propose(await makeBook(two), { from: 'Even', lengthSeconds: 25 })
    expect(proposed).toEqual({
      version: 1,
      source: 'Hand',
      chapters: [
        { startSeconds: 0, endSeconds: 25, title: 'Chapter 1', trackNumber: 1 },
        { startSeconds: 25, endSeconds: 50, title: 'Chapter 2', trackNumber: 1 },
        { startSeconds: 50, endSeconds: 60, title: 'Chapter 3', trackNumber: 1 },
      ],
    })
  })

  it('of a text lie in the recording, and nothing is saved', async () => {
    const id = await makeBook(two)
    const line = (number: number, time: string) =>
      `TRACK ${number} AUDIO\nTITLE "T${number}"\nINDEX 01 ${time}`
    const text = ['00:02:00', '00:30:15', '01:00:00'].map((time, place) => line(place + 1, time)).join('\n')
    const proposed = await propose(id, { text })
    expect(proposed).toMatchObject({ source: 'Cue', version: 1 })
    expect(proposed.chapters.map(({ startSeconds, title }) => [startSeconds, title])).toEqual([
      [0, 'T1'],
      [30.2, 'T2'],
    ])
    expect(titles(await read(id))).toEqual(['One', 'Two'])
  })

  it('of the file are there while those of an editor count', async () => {
    const id = await makeBook(two)
    await put(id, { chapters: hand([0, 'Own']), baseVersion: 1 })
    const proposed = await propose(id, { from: 'Embedded' })
    expect(proposed).toMatchObject({ source: 'Embedded', version: 2 })
    expect(titles(proposed)).toEqual(['One', 'Two'])
  })

  it.each([
    ['of a text that is none', { text: 'One' }, 'ChaptersInvalid', 'text'],
    ['past the end alone', { text: '{"chapters":[{"startTime":60}]}' }, 'ChaptersInvalid', 'text'],
    ['of neither', {}, 'InvalidBody', undefined],
    ['of both', { from: 'Even', text: '{}' }, 'InvalidBody', undefined],
    ['of no length', { from: 'Even', lengthSeconds: 0 }, 'InvalidBody', 'lengthSeconds'],
  ])('%s are refused', async (_what, body, code, field) => {
    const { errors } = await refusal(await makeBook(), body)
    expect(errors).toMatchObject([{ code, ...(field && { field }) }])
  })

  it('that would be too many are refused', async () => {
    const id = await makeAudioBook(server, { name: 'Long', audio: soundOf(2_001) })
    expect(await refusal(id, { from: 'Even', lengthSeconds: 1 })).toMatchObject({
      codes: ['ChaptersInvalid'],
    })
  })
})

describe('a search', () => {
  it('finds a recording by the titles of its chapters, as long as it has them', async () => {
    const id = await makeBook()
    const find = async () => {
      const found = await server.call(searchAll, { querystring: { search: 'snorkelwax' } })
      return found.audioBooks.items.map((book) => book.id)
    }
    expect(await find()).toEqual([])
    await put(id, { chapters: hand([0, 'One'], [1, 'The Snorkelwax']), baseVersion: 0 })
    expect(await find()).toEqual([id])
    await server.call(unpublishAudioBook, { params: { id } }, headers)
    expect(await find()).toEqual([])
    await server.call(publishAudioBook, { params: { id }, body: {} }, headers)
    await put(id, { chapters: [], baseVersion: 1 })
    expect(await find()).toEqual([])
  })

  it('takes as many titles as there may be', async () => {
    const id = await makeAudioBook(server, { name: 'Long', audio: soundOf(3_000) })
    const long = Array.from({ length: 2_000 }, (_, place) => {
      return { startSeconds: place, title: `Word${place} `.repeat(40).slice(0, 290) }
    })
    await put(id, { chapters: long, baseVersion: 0 })
    const found = await server.call(searchAll, { querystring: { search: 'word7' } })
    expect(found.audioBooks.items.map((book) => book.id)).toContain(id)
  })
})

describe('another node', () => {
  it('answers the chapters that were saved here, and how many they are', async () => {
    await using node = await startNode(server)
    const id = await makeBook(two)
    const urls = [`/api/audio-books/${id}/chapters`, `/api/audio-books/${id}`]
    const ask = async () => {
      await node.deps.changes.catchUp()
      const answers = []
      for (const url of urls)
        answers.push((await node.app.inject(url)).json<Chapters & { chaptersCount?: number }>())
      return answers
    }
    expect(await ask()).toMatchObject([{ version: 1 }, { chaptersCount: 2 }])
    await put(id, { chapters: hand([0, 'Own']), baseVersion: 1 })
    await expect.poll(ask).toMatchObject([{ version: 2, source: 'Hand' }, { chaptersCount: 1 }])
  })
})
