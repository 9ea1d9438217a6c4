import { type AudioBook, pageAudioBooks } from '@earmark/contract/audio-books.ts'
import { replaceAudioBookChapters } from '@earmark/contract/chapter-edits.ts'
import { getAudioBookChapters } from '@earmark/contract/chapters.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { expect, it } from 'vitest'
import { packedZeros, png } from '../../../../resilience/attacks/image-bytes.ts'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import { pictureFile } from '../../../testing/forms.ts'
import { bringAllIn } from '../../../testing/importing.ts'
import { makeLibraryFolder } from '../../../testing/library-folder.ts'
import { makePerson } from '../../../testing/people.ts'
import { id3v2 } from '../../../testing/recordings/tags.ts'
import { startTestServer } from '../../../testing/server.ts'
import { variableMp3 } from '../../../testing/variable-mp3.ts'
import { openCover } from './library-cover.ts'

const folder = await forAllTests(makeLibraryFolder())
const server = await forAllTests(
  startTestServer({ environment: { IMPORT_FOLDERS: `books=${folder.path}`, LOG_LEVEL: 'warn' } }),
)

const [red, blue] = await Promise.all(
  ['#ff0000', '#0000ff'].map(async (color) => await (await pictureFile(color)).bytes()),
)
let seconds = 1
/** A sound of its own. */
const withPicture = (picture: Uint8Array | string = '') =>
  Buffer.concat([id3v2({ picture: Buffer.from(picture) }), variableMp3((seconds += 1))])
const withRed = () => withPicture(red)
const large = png({ width: 12_000, height: 12_000 }, [['IDAT', packedZeros(1000)]])

/** Up to what rounding leaves of it. */
async function coverColorOf(book: string): Promise<string | undefined> {
  return (await bookNamed(book)).coverColor?.slice(0, 3)
}

async function bookNamed(book: string) {
  const querystring = pagedQuery<'name'>({ search: book })
  const { items } = await server.call(pageAudioBooks, { querystring })
  return items.find(({ name }) => name === book) as AudioBook
}

it.each<[book: string, files: Record<string, string | Uint8Array>, color?: string]>([
  ['Fern', { 'book.mp3': withRed(), 'cover.jpg': 'no picture' }, '#ff'],
  ['Heath', { 'book.mp3': withRed(), 'folder.jpg': '' }, '#ff'],
  ['Larch', { 'book.mp3': withRed(), 'cover.png': large }, '#ff'],
  ['Moss', { 'book.mp3': withRed(), 'cover.png': large, 'folder.png': blue as Uint8Array }, '#00'],
  ['Reed', { '1.mp3': withPicture('no picture'), '2.mp3': withRed() }, '#ff'],
  ['Sedge', { 'book.mp3': withPicture(), 'cover.jpg': 'no picture' }],
])('%s has the first of its pictures that can be read', async (book, files, color) => {
  for (const [name, content] of Object.entries(files)) await folder.put(`Ida Vane/${book}/${name}`, content)
  await folder.put(`Ida Vane/${book}/metadata.json`, JSON.stringify({ title: book }))
  await bringAllIn(server.deps)
  expect(await coverColorOf(book)).toBe(color)
})

it.runIf(process.platform === 'linux')('a picture that the disk does not give is no cover', async () => {
  // Its beginning is no memory of the process: EIO.
  const picture = { path: '/proc/self/mem', sizeBytes: 1_000 }
  await using opened = await openCover(server.deps, picture)
  expect(opened.cover).toBeNull()
})

const chaptersJson = (...titles: string[]) =>
  JSON.stringify({ chapters: titles.map((title, place) => ({ startTime: place * 0.5, title })) })

it('a cover and chapters that are put beside a book later are a change of it', async () => {
  const place = 'Ida Vane/Tansy'
  await folder.put(`${place}/book.mp3`, withPicture())
  await folder.put(`${place}/metadata.json`, JSON.stringify({ title: 'Tansy' }))
  await folder.put(`${place}/cover.png`, 'no picture')
  await bringAllIn(server.deps)
  // Its broken picture is no news, nor is what is settled.
  for (let look = 0; look < 2; look += 1) expect(await lookedAt()).toEqual({ changed: 0, applied: 0 })
  await folder.put(`${place}/cover.png`, blue)
  expect(await lookedAt()).toEqual({ changed: 1, applied: 1 })
  expect(await coverColorOf('Tansy')).toBe('#00')
  for (const titles of [['One', 'Two'], ['One', 'Three'], ['One']]) {
    await folder.put(`${place}/chapters.json`, chaptersJson(...titles))
    expect(await lookedAt()).toEqual({ changed: 1, applied: 1 })
    expect(await chaptersOf('Tansy')).toMatchObject({
      source: 'Json',
      chapters: titles.map((title) => ({ title })),
    })
    expect(await lookedAt()).toEqual({ changed: 0, applied: 0 })
  }
  const { id } = await bookNamed('Tansy')
  const { headers } = await makePerson(server, 'Editor')
  const body = {
    chapters: [{ startSeconds: 0, title: 'Mine' }],
    baseVersion: (await chaptersOf('Tansy')).version,
  }
  await server.call(replaceAudioBookChapters, { params: { id }, body }, headers)
  await folder.put(`${place}/chapters.json`, chaptersJson('Other'))
  expect(await lookedAt()).toEqual({ changed: 0, applied: 0 })
  expect(await chaptersOf('Tansy')).toMatchObject({ source: 'Hand', chapters: [{ title: 'Mine' }] })
})

async function lookedAt() {
  const { counts, progress } = await bringAllIn(server.deps)
  return { changed: counts.changed, applied: progress.applied }
}

async function chaptersOf(book: string) {
  return await server.call(getAudioBookChapters, { params: { id: (await bookNamed(book)).id } })
}
