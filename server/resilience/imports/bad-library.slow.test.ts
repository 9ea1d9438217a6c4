import * as contract from '@earmark/contract/imports.ts'
import { type ImportBook } from '@earmark/contract/imports.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { execFile } from 'node:child_process'
import { mkdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { forAllTests } from '../../src/testing/for-all-tests.ts'
import { pictureFile } from '../../src/testing/forms.ts'
import { runImport } from '../../src/testing/importing.ts'
import { makeLibraryFolder } from '../../src/testing/library-folder.ts'
import { makePerson } from '../../src/testing/people.ts'
import { chapterTag, id3v2 } from '../../src/testing/recordings/tags.ts'
import { startTestServer } from '../../src/testing/server.ts'
import { variableMp3 } from '../../src/testing/variable-mp3.ts'

/** A library of strangers: each bad file is refused by itself, and all others are looked through and brought in. */

const folder = await forAllTests(makeLibraryFolder())
const server = await forAllTests(
  startTestServer({ environment: { IMPORT_FOLDERS: `books=${folder.path}`, LOG_LEVEL: 'warn' } }),
)
const { headers } = await makePerson(server, 'Editor')
const run = promisify(execFile)
const scratch = await forAllTests(makeLibraryFolder())

/** The first 60 % of 20 seconds of noise. */
async function cut(extension: string, ...args: string[]): Promise<Buffer> {
  const path = join(scratch.path, `whole.${extension}`)
  const noise = 'anoisesrc=duration=20:amplitude=0.1:seed=1'
  await run('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', noise, '-ac', '1', ...args, path])
  const bytes = await readFile(path)
  return bytes.subarray(0, Math.floor(bytes.length * 0.6))
}

let sounds = 0
/** Of a length of its own. */
const sound = () => variableMp3(100 + (sounds += 1) / 10)
const starting = (starts: readonly number[], title = 'A title') =>
  Buffer.concat([chapterTag(starts.map((startMs) => ({ startMs, title }))), sound()])
const tagged = (pictureBytes: number) => Buffer.concat([id3v2({ pictureBytes }), sound()])

interface Row {
  readonly what: string
  readonly files: Readonly<Record<string, string | Uint8Array>>
  /** Of the book in the folder, as the review shows it. */
  readonly shown: object
}

const refused = (code: string) => ({ kind: 'Refused', files: [{ place: null, refusal: code }] })
const good = { kind: 'New', files: [{ place: 1, refusal: null }] }
const saying = (title: string) => ({ ...good, fields: { title: { value: title } } })
const divided = (source: string, starts: readonly number[]) => ({
  ...good,
  chapters: { source, chapters: starts.map((startSeconds) => ({ startSeconds })) },
})

const beside = (name: string, text: string | Uint8Array) => ({ '1.mp3': sound(), [name]: text })
const opf = (text: string) => beside('metadata.opf', text)
const cue = (...lines: string[]) => beside('book.cue', lines.join('\n'))

const rows: Row[] = [
  { what: 'nothing', files: { '1.mp3': new Uint8Array() }, shown: refused('BrokenMedia') },
  { what: 'a text', files: { '1.mp3': 'Dear diary, '.repeat(1000) }, shown: refused('UnsupportedMedia') },
  { what: 'a cut MP4', files: { '1.m4b': await cut('m4b') }, shown: refused('BrokenMedia') },
  {
    what: 'a cut MP4, index first',
    files: { '1.m4b': await cut('m4b', '-movflags', '+faststart') },
    shown: refused('BrokenMedia'),
  },
  {
    what: 'a cut MP3 with Xing',
    files: { '1.mp3': await cut('mp3', '-q:a', '4') },
    shown: refused('BrokenMedia'),
  },
  { what: 'a cut FLAC', files: { '1.flac': await cut('flac') }, shown: refused('BrokenMedia') },
  {
    what: 'a cut Ogg',
    files: { '1.ogg': await cut('ogg', '-c:a', 'libvorbis') },
    shown: refused('BrokenMedia'),
  },
  { what: 'a cut Opus', files: { '1.opus': await cut('opus') }, shown: refused('BrokenMedia') },
  { what: 'a cut WAV', files: { '1.wav': await cut('wav') }, shown: refused('BrokenMedia') },
  {
    what: 'a cut Matroska',
    files: { '1.mka': await cut('mka', '-c:a', 'libopus') },
    shown: refused('BrokenMedia'),
  },
  {
    what: 'a cut WebM',
    files: { '1.webm': await cut('webm', '-c:a', 'libopus') },
    shown: refused('BrokenMedia'),
  },
  { what: 'tags of 65 MiB', files: { '1.mp3': tagged(65 * 1024 ** 2) }, shown: refused('FileTooLarge') },
  {
    what: '100 000 chapters',
    files: { '1.mp3': starting(Array.from({ length: 100_000 }, (_, place) => place)) },
    shown: { ...good, chapters: { source: 'Embedded' } },
  },
  {
    what: 'equal chapters',
    files: { '1.mp3': starting([0, 9_000, 9_000, 9_050]) },
    shown: divided('Embedded', [0, 9]),
  },
  {
    what: 'descending ones',
    files: { '1.mp3': starting([50_000, 20_000, 0]) },
    shown: divided('Embedded', [0, 20, 50]),
  },
  {
    what: 'chapters beyond the end',
    files: { '1.mp3': starting([0, 50_000, 200_000, 4_294_967_294]) },
    shown: divided('Embedded', [0, 50]),
  },
  {
    what: 'a chapter title of 10 MB',
    files: { '1.mp3': starting([0, 50_000], 'long title '.repeat(950_000)) },
    shown: divided('Embedded', [0, 50]),
  },
  {
    what: 'negative chapters',
    files: beside(
      'chapters.json',
      JSON.stringify({
        chapters: [{ startTime: -5, title: 'a' }, { startTime: 0 }, { startTime: 30, title: 'b' }],
      }),
    ),
    shown: { ...good, chapters: { source: 'Json' } },
  },
  { what: 'a picture bomb', files: beside('cover.png', await pngBomb()), shown: good },
  { what: 'a picture that is none', files: beside('cover.jpg', 'no picture'), shown: good },
  {
    what: 'entities',
    files: opf(
      `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(100)}"><!ENTITY c SYSTEM "file:///etc/passwd">]><package><metadata><title>&b;&c;</title></metadata></package>`,
    ),
    shown: saying('entities'),
  },
  { what: 'deep nesting', files: opf('<a>'.repeat(300_000)), shown: saying('deep nesting') },
  {
    what: 'an .opf over 1 MiB',
    files: opf(`<package><metadata><title>Long</title></metadata></package>${' '.repeat(1024 ** 2)}`),
    shown: saying('an .opf over 1 MiB'),
  },
  { what: '1 MiB of [', files: beside('metadata.json', '['.repeat(1024 ** 2)), shown: saying('1 MiB of [') },
  { what: 'chapters of [', files: beside('chapters.json', '['.repeat(1024 ** 2)), shown: good },
  {
    what: 'a cue sheet of other files',
    files: cue('FILE "../../../../etc/passwd" MP3', ' TRACK 01 AUDIO', '  TITLE "x"', '  INDEX 01 01:00:37'),
    shown: good,
  },
  { what: 'a cue sheet of nonsense', files: cue('FILE', 'INDEX 01 99999999999:99:99', 'TRACK'), shown: good },
  ...[
    'line\nbreak',
    '<script>alert(1)<script>',
    '\u202eright to left',
    `${'n'.repeat(255)}`,
    'quo\'te"s',
    '…%00%2e%2e',
  ].map((what) => ({ what, files: { '1.mp3': sound() }, shown: good })),
]

async function pngBomb(): Promise<Uint8Array> {
  const bytes = Buffer.from(await (await pictureFile('red')).bytes())
  bytes.writeUInt32BE(100_000, 16)
  bytes.writeUInt32BE(100_000, 20)
  return bytes
}

async function makeLibrary(): Promise<void> {
  for (const { what, files } of rows)
    for (const [name, content] of Object.entries(files)) await folder.put(`Ada Vell/${what}/${name}`, content)
  const names = ['fe', 'ff', 'c328'].map((hex) => Buffer.from(hex, 'hex'))
  const bytes = (...parts: (string | Buffer)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)))
  for (const [index, name] of names.entries()) {
    await mkdir(bytes(`${folder.path}/Tom Oru/`, name), { recursive: true })
    for (const [file, content] of [
      [bytes('1', name, '.mp3'), variableMp3(20, index)],
      [bytes('metadata.json'), '{"title":"Of bytes"}'],
      [bytes('cover.png'), Buffer.from(await (await pictureFile('blue')).bytes())],
    ] as const) {
      const place = bytes(`${folder.path}/Tom Oru/`, name, '/', file)
      await writeFile(place, content)
      await utimes(place, 1_700_000_000, 1_700_000_000)
    }
  }
  await symlink('/', join(folder.path, 'everything'))
  await symlink('..', join(folder.path, 'Ada Vell/above'))
  await symlink('loop', join(folder.path, 'loop'))
  await symlink('/etc/passwd', join(folder.path, 'passwd.mp3'))
}

async function listBooks(id: number): Promise<ImportBook[]> {
  const querystring = pagedQuery<'path'>({ sortBy: 'path', pageSize: 100 })
  return (await server.call(contract.pageImportBooks, { params: { id }, querystring }, headers)).items
}

it('each bad file is refused by itself', { timeout: 600_000 }, async () => {
  await makeLibrary()
  const { id } = await server.call(contract.startImport, { body: { folderName: 'books' } }, headers)
  await runImport(server, id)
  const looked = await server.call(contract.getImport, { params: { id } }, headers)
  expect(looked).toMatchObject({ state: 'Review', failure: null })
  const books = await listBooks(id)
  const byPath = new Map(books.map((book) => [book.path, book]))
  for (const { what, shown } of rows)
    expect(byPath.get(`Ada Vell/${what}`), `${what.slice(0, 40)}`).toMatchObject(shown)
  expect(books).toHaveLength(rows.length + 3)
  const chapters = books.flatMap((book) => book.chapters.chapters)
  expect(Math.max(...chapters.map(({ title }) => title.length))).toBeLessThanOrEqual(300)
  expect(Math.max(...books.map((book) => book.chapters.chapters.length))).toBeLessThanOrEqual(2_000)
  await server.call(contract.applyImport, { params: { id }, body: { all: true, publish: true } }, headers)
  await runImport(server, id)
  const applied = await server.call(contract.getImport, { params: { id } }, headers)
  const refusedBooks = books.filter(({ kind }) => kind === 'Refused')
  expect(applied).toMatchObject({ progress: { applied: books.length - refusedBooks.length }, failure: null })
  const covers = await server.deps.db.connection
    .selectFrom('recordings')
    .innerJoin('audio_books', 'audio_books.id', 'recordings.audio_book_id')
    .select('cover_media_id')
    .where('name', '=', 'Of bytes')
    .execute()
  expect(covers).toEqual(Array.from({ length: 3 }, () => ({ cover_media_id: expect.any(Number) as number })))
})
