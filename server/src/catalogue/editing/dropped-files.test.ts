import { createAudioBook, deleteAudioBook, updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { createEpisode, deleteEpisode, updateEpisode } from '@earmark/contract/episode-edits.ts'
import { createPodcast, deletePodcast, updatePodcast } from '@earmark/contract/podcast-edits.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { audioFile, pictureFile } from '../../testing/forms.ts'
import { makePerson } from '../../testing/people.ts'
import { startTestServer, type TestForm } from '../../testing/server.ts'
import { neededFiles, storedFiles } from '../../testing/records.ts'
import { type FileOperations, realFiles } from '../../media/storage/files/incoming.ts'
import { sweepIncoming, sweepMedia } from '../../media/storage/unused-files.ts'

/** Bytes go with the last record that has them, as soon as that is committed. */

type Move = 'storing' | 'removing'
/** What happens before a file is moved to its place or away from it, and after. */
const around: { before?: (move: Move) => unknown; after?: (move: Move) => unknown } = {}
const files: FileOperations = {
  ...realFiles,
  rename: async (from, to) => {
    const move = String(to).endsWith('.removed') ? 'removing' : 'storing'
    await around.before?.(move)
    await realFiles.rename(from, to)
    await around.after?.(move)
  },
}

const server = await forAllTests(startTestServer({ files }))
server.time.now = Date.now()
const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
const editor = await makePerson(server, 'Editor')
const form = {
  CoverImage: await pictureFile('#c01010'),
  CoverImagePreview: await pictureFile('#1010c0'),
  Audio: await audioFile(),
}
beforeEach(() => {
  delete around.before
  delete around.after
})

const create = (given: TestForm = form) =>
  server.call(createAudioBook, { form: { Name: 'One', ...given } }, editor.headers)
const replace = ({ id }: AudioBook, given: TestForm = {}) =>
  server.call(updateAudioBook, { params: { id }, form: { Id: id, Name: 'One', ...given } }, editor.headers)
const remove = ({ id }: AudioBook) => server.call(deleteAudioBook, { params: { id } }, editor.headers)

describe('at once, files go that', () => {
  it('an audio book clears', async () => {
    const book = await create()
    expect(await storedFiles(server)).toHaveLength(3)
    const { coverImageUrl, coverImagePreviewUrl } = book
    await replace(book, { CoverImageUrl: coverImageUrl, CoverImagePreviewUrl: coverImagePreviewUrl })
    expect(await storedFiles(server)).toHaveLength(2)
    await replace(book)
    expect(await storedFiles(server)).toEqual([])
    await remove(book)
  })

  it('an audio book replaces', async () => {
    const book = await create({ Audio: form.Audio })
    const before = await storedFiles(server)
    await replace(book, { Audio: await audioFile('flac') })
    const after = await storedFiles(server)
    expect(after).toHaveLength(1)
    expect(after).not.toEqual(before)
    await remove(book)
    expect(await storedFiles(server)).toEqual([])
  })

  it('a podcast had, and its episodes', async () => {
    const podcast = await server.call(
      createPodcast,
      { form: { Name: 'One', CoverImage: form.CoverImage } },
      editor.headers,
    )
    const params = { id: podcast.id }
    const covers = await storedFiles(server)
    const add = (Number: number, given: TestForm) =>
      server.call(createEpisode, { params, form: { Number, Name: 'One', ...given } }, editor.headers)
    const first = await add(1, { Audio: form.Audio })
    const second = await add(2, { CoverImage: form.CoverImagePreview, Audio: await audioFile('flac') })
    expect(await storedFiles(server)).toHaveLength(covers.length + 4)
    const place = { id: podcast.id, episodeId: first.id }
    const cleared = { Id: first.id, Number: 1, Name: 'One' }
    await server.call(updateEpisode, { params: place, form: cleared }, editor.headers)
    await server.call(deleteEpisode, { params: place }, editor.headers)
    expect(await storedFiles(server)).toHaveLength(covers.length + 3)
    await server.call(updatePodcast, { params, form: { Id: podcast.id, Name: 'One' } }, editor.headers)
    expect(await storedFiles(server)).toHaveLength(3)
    expect(second.audioUrl).not.toBeNull()
    await server.call(deletePodcast, { params }, editor.headers)
    expect(await storedFiles(server)).toEqual([])
  })
})

async function expectHeard({ audioUrl }: AudioBook): Promise<void> {
  const heard = await fetch(address + audioUrl)
  expect(await heard.bytes()).toEqual(await form.Audio.bytes())
}

describe('a file stays', () => {
  it('while another record has the same bytes, and is not even moved', async () => {
    const [one, other] = [await create(), await create()]
    const all = await storedFiles(server)
    const moves: Move[] = []
    around.before = (move) => moves.push(move)
    await remove(one)
    expect(moves).toEqual([])
    expect(await storedFiles(server)).toEqual(all)
    await expectHeard(other)
    await remove(other)
    expect(await storedFiles(server)).toEqual([])
  })

  it('when its bytes are being stored again while the record that had them goes', async () => {
    const one = await create({ Audio: form.Audio })
    around.after = async (move) => {
      delete around.after
      expect(move).toBe('storing')
      await remove(one)
    }
    const other = await create({ Audio: form.Audio })
    expect(around.after).toBeUndefined()
    await expectHeard(other)
    await remove(other)
  })

  it.each(['before', 'after'] as const)(
    'when its bytes are stored again right %s it is taken away',
    async (when) => {
      const one = await create({ Audio: form.Audio })
      let other: AudioBook | undefined
      around[when] = async (move) => {
        if (move === 'storing') return
        Reflect.deleteProperty(around, when)
        other = await create({ Audio: form.Audio })
      }
      await remove(one)
      await expectHeard(other as AudioBook)
      await remove(other as AudioBook)
      expect(await storedFiles(server)).toEqual([])
    },
  )
})

it('files are joined although a removal of the same bytes has one aside for a moment', async () => {
  const one = await create({ Audio: form.Audio })
  const { storage } = server.deps
  const localFile = storage.localFile.bind(storage)
  const [isJoining, isAside, isMissed] = [1, 2, 3].map(() => Promise.withResolvers<void>())
  vi.spyOn(storage, 'localFile').mockImplementationOnce(async (file) => {
    isJoining?.resolve()
    await isAside?.promise
    return await localFile(file).finally(isMissed?.resolve)
  })
  let creating: Promise<AudioBook> | undefined
  around.before = async (move) => {
    if (move === 'storing') return
    delete around.before
    creating = create({ Audio: [form.Audio, form.Audio] })
    await isJoining?.promise
  }
  around.after = async (move) => {
    if (move === 'storing') return
    delete around.after
    isAside?.resolve()
    await isMissed?.promise
  }
  await remove(one)
  const joined = (await creating) as AudioBook
  expect(joined).toMatchObject({ tracksCount: 2, audioUrl: expect.stringMatching(/\.m4a$/) })
  await remove(joined)
  expect(await storedFiles(server)).toEqual([])
})

it('a file that cannot be removed now is left for the sweep, and the change stands', async () => {
  const logged: unknown[] = []
  server.deps.log.warn = (...told: unknown[]) => void logged.push(told)
  const book = await create({ Audio: form.Audio })
  around.before = (move) => {
    if (move === 'removing') throw Object.assign(new Error('EIO'), { code: 'EIO' })
  }
  await replace(book)
  await remove(book)
  expect(await storedFiles(server)).toHaveLength(1)
  expect(await neededFiles(server)).toEqual([])
  expect(logged).toEqual([
    [{ err: expect.objectContaining({ code: 'ServiceUnavailable' }) }, 'removing files'],
  ])
  delete around.before
  server.time.now += 25 * 3_600_000
  await sweepIncoming(server.deps)
  await sweepMedia(server.deps)
  expect(await storedFiles(server)).toEqual([])
})
