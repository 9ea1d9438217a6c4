import * as contract from '@earmark/contract/imports.ts'
import type { ImportBook } from '@earmark/contract/imports.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { isSoundName } from '@earmark/contract/planner/file-names.ts'
import type { FileTags } from '@earmark/contract/planner/plan-input.ts'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { forAllTests } from '../../src/testing/for-all-tests.ts'
import { runImport } from '../../src/testing/importing.ts'
import { makeLibraryFolder } from '../../src/testing/library-folder.ts'
import { makePerson } from '../../src/testing/people.ts'
import { id3Texts, withAtoms, withComments } from '../../src/testing/recordings/tags.ts'
import { startTestServer } from '../../src/testing/server.ts'
import { variableMp3 } from '../../src/testing/variable-mp3.ts'

/** Libraries of real files, written by ffmpeg and byte by byte, as the review shows them. */

interface Tree {
  readonly id: string
  readonly files: readonly { readonly path: string; readonly tags?: FileTags; readonly text?: string }[]
  readonly books: readonly { readonly path: string; readonly [field: string]: unknown }[]
  readonly leftOut?: readonly string[]
}

const example = new URL('../../../contract/src/planner/import-trees.json', import.meta.url)
const all = (JSON.parse(await readFile(example, 'utf8')) as { trees: readonly Tree[] }).trees
/** `npm run prove -- imports` tries them all. */
const some = ['s05', 's08', 's09', 's16', 's18']
const trees = process.env.IMPORT_TREES === 'all' ? all : all.filter(({ id }) => some.includes(id))

const folder = await forAllTests(makeLibraryFolder())
const scratch = await forAllTests(makeLibraryFolder())
const places = [...trees.map(({ id }) => id), 'tags', 'chapters']
const server = await forAllTests(
  startTestServer({
    environment: {
      IMPORT_FOLDERS: places.map((name) => `${name}=${join(folder.path, name)}`).join(','),
      LOG_LEVEL: 'warn',
    },
  }),
)
const { headers } = await makePerson(server, 'Editor')
const run = promisify(execFile)

async function encoded(extension: string): Promise<Buffer> {
  const path = join(scratch.path, `tone.${extension}`)
  const source = ['-f', 'lavfi', '-i', 'sine=duration=2', '-map_metadata', '-1']
  await run('ffmpeg', ['-v', 'error', '-y', ...source, path])
  return await readFile(path)
}

const [m4bTone, flacTone] = [await encoded('m4b'), await encoded('flac')]
let sounds = 0

/** Sounds of their own. */
const mp3 = (seconds = 10) => variableMp3(seconds + (sounds += 1) / 30)
function m4b(): Buffer {
  const file = Buffer.from(m4bTone)
  file.writeUInt32BE((sounds += 1), file.indexOf('mdat', undefined, 'latin1') + 200)
  return file
}

const frameNames = [
  ...[['album', 'TALB', '©alb'] as const, ['title', 'TIT2', '©nam'] as const],
  ...[['artist', 'TPE1', '©ART'] as const, ['albumArtist', 'TPE2', 'aART'] as const],
  ...[['composer', 'TCOM', '©wrt'] as const, ['year', 'TDRC', '©day'] as const],
  ...[['track', 'TRCK', ''] as const, ['disc', 'TPOS', ''] as const],
] as const

function sound(path: string, tags: FileTags = {}): Buffer {
  const named = frameNames.flatMap(([name, frame, atom]) => {
    const value = tags[name]
    return value === undefined ? [] : [{ frame, atom, value: String(value) }]
  })
  expect(named).toHaveLength(Object.keys(tags).length)
  return path.endsWith('.m4b')
    ? withAtoms(
        m4b(),
        named.map(({ atom, value }) => [atom, value]),
      )
    : Buffer.concat([
        id3Texts(
          4,
          named.map(({ frame, value }) => [frame, value]),
        ),
        mp3(),
      ])
}

async function look(folderName: string): Promise<ImportBook[]> {
  const { id } = await server.call(contract.startImport, { body: { folderName } }, headers)
  await runImport(server, id)
  const looked = await server.call(contract.getImport, { params: { id } }, headers)
  expect(looked).toMatchObject({ state: 'Review', failure: null })
  const querystring = pagedQuery<'path'>({ sortBy: 'path', pageSize: 100 })
  return (await server.call(contract.pageImportBooks, { params: { id }, querystring }, headers)).items
}

function shown({ path, fields, files, warnings }: ImportBook) {
  const { title, subtitle, authors, narrators, series, sequence, publishedYear, description } = fields
  return {
    path,
    title: title.value,
    subtitle: subtitle.value,
    authors: authors.value,
    narrators: narrators.value,
    series: series.value,
    sequence: sequence.value,
    year: publishedYear.value,
    description: description.value,
    files: files.flatMap((file) => (file.place === null ? [] : [file.path])),
    warnings: warnings.map(({ code }) => code).sort(),
  }
}

const byPath = <Book extends { readonly path: string }>(books: readonly Book[]) =>
  books.toSorted((one, other) => (one.path < other.path ? -1 : 1))

it('every example tree of real files is what it must become', async () => {
  for (const { id, files, books, leftOut = [] } of trees) {
    for (const { path, tags, text } of files) {
      const isSound = text === undefined && isSoundName(path)
      const content = isSound ? sound(path, tags) : (text ?? '')
      await folder.put(`${id}/${path}`, content)
    }
    const found = await look(id)
    expect({ id, books: byPath(found.map(shown)) }).toMatchObject({ id, books: byPath(books) })
    const others = found.flatMap((book) => book.files.filter(({ place }) => place === null))
    expect([id, ...others.map(({ path }) => path).sort()]).toEqual([id, ...leftOut])
  }
})

const said = {
  title: 'Ash',
  subtitle: 'A Chronicle',
  authors: ['Mara Quill', 'Tom Arden'],
  narrators: ['Nell Ives', 'Pia Sund'],
  series: 'Embers',
  sequence: '2.5',
  publishedYear: 2011,
  publisher: 'Quay',
  description: 'What happens.',
}
const inMovement = { ...said, series: 'Waves', sequence: '3' }
const inGrouping = { ...said, series: 'Tide', sequence: '4' }
const common = [
  ['TALB', 'Ash'],
  ['TPE1', 'Pia Sund'],
  ['TPE2', 'Mara Quill; Tom Arden'],
  ['TCOM', 'Somebody Else'],
  ['TXXX:NARRATOR', 'Nell Ives; Pia Sund'],
  ['TIT3', 'A Chronicle'],
  ['TYER', '2011'],
  ['TPUB', 'Quay'],
  ['COMM:iTunNORM', '0000 0000'],
  ['COMM', 'What happens.'],
] as const
const series = [
  ['TXXX:SERIES', 'Embers'],
  ['TXXX:SERIES-PART', '2.5'],
  ['MVNM', 'Other'],
] as const
const atoms = [
  ['©alb', 'Ash'],
  ['aART', 'Mara Quill; Tom Arden'],
  ['©wrt', 'Somebody Else'],
  ['©day', '2011-05-02'],
  ['desc', 'What happens.'],
  ['©pub', 'Quay'],
] as const
const freeForm = [
  ['----:SERIES', 'Embers'],
  ['----:SERIES-PART', '2.5'],
  ['----:NARRATOR', 'Nell Ives', 'Pia Sund'],
  ['----:SUBTITLE', 'A Chronicle'],
] as const
const comments = [
  ...['ALBUM=Ash', 'ARTIST=Mara Quill', 'ARTIST=Tom Arden', 'narrator=Nell Ives', 'narrator=Pia Sund'],
  ...['SUBTITLE=A Chronicle', 'DATE=2011-05-02', 'PUBLISHER=Quay', 'DESCRIPTION=What happens.'],
]

const id3 = (version: 3 | 4, ...texts: (readonly [string, string])[]) =>
  Buffer.concat([id3Texts(version, [...common, ...texts]), mp3()])
const mp4 = (...own: (readonly [string, ...(string | Buffer)[]])[]) => withAtoms(m4b(), [...atoms, ...own])
const flac = (...own: string[]) => withComments(flacTone, [...comments, ...own])

it('fields of tags are read by their names in ID3, MP4 and Vorbis comments', async () => {
  const rows: [path: string, content: Buffer, fields: object][] = [
    ['ID3v2.3/1.mp3', id3(3, ...series), said],
    ['ID3v2.4/1.mp3', id3(4, ...series), said],
    ['ID3 movement/1.mp3', id3(4, ['MVNM', 'Waves'], ['MVIN', '3/7'], ['TIT1', 'Tide #4']), inMovement],
    ['ID3 grouping/1.mp3', id3(3, ['TIT1', 'Tide, Book 4']), inGrouping],
    ['MP4 free-form/1.m4b', mp4(...freeForm), said],
    [
      'MP4 movement/1.m4b',
      mp4(['©mvn', 'Waves'], ['©mvi', Buffer.from([0, 3])], ...freeForm.slice(2)),
      inMovement,
    ],
    [
      'MP4 grouping/1.m4b',
      mp4(['©grp', 'Tide #4'], ...freeForm.slice(3), ['©nrt', 'Nell Ives & Pia Sund']),
      inGrouping,
    ],
    ['FLAC/1.flac', flac('SERIES=Embers', 'SERIES-PART=2.5'), said],
    ['FLAC grouping/1.flac', flac('GROUPING=Tide #4'), inGrouping],
  ]
  for (const [path, content] of rows) await folder.put(`tags/Q/${path}`, content)
  const found = new Map((await look('tags')).map((book) => [book.path, book]))
  for (const [path, , fields] of rows) {
    const { fields: read } = found.get(`Q/${path.slice(0, path.indexOf('/'))}`) as ImportBook
    const values = Object.fromEntries(Object.keys(fields).map((name) => [name, read[name as 'title'].value]))
    expect({ path, ...values }).toEqual({ path, ...fields })
  }
})

const json = (...starts: number[]) =>
  JSON.stringify({
    version: '1.2.0',
    chapters: starts.map((startTime) => ({ startTime, title: `At ${startTime}` })),
  })
const cue = (file: string, ...times: string[]) =>
  [
    `FILE "${file}" MP3`,
    ...times.flatMap((time, place) => [
      `  TRACK ${place + 1} AUDIO`,
      `    TITLE "${time}"`,
      '    INDEX 00 00:00:00',
      `    INDEX 01 ${time}`,
    ]),
  ].join('\r\n')

it('chapters come from JSON and cue sheets beside the sound', async () => {
  const length = 100
  const rows: [what: string, files: Record<string, string | Uint8Array>, source: string, starts: number[]][] =
    [
      ['chapters.json', { '1.mp3': mp3(length), 'chapters.json': json(0, 30.5, 60) }, 'Json', [0, 30.5, 60]],
      ['named JSON', { '1.mp3': mp3(length), '1.json': json(2, 40) }, 'Json', [0, 40]],
      ['named JSON, whole', { '1.mp3': mp3(length), '1.mp3.json': json(0, 41) }, 'Json', [0, 41]],
      [
        'JSON over cue',
        { '1.mp3': mp3(length), '1.json': json(0, 42), '1.cue': cue('1.mp3', '00:10:00') },
        'Json',
        [0, 42],
      ],
      [
        'cue',
        { '1.mp3': mp3(length), '1.cue': cue('1.mp3', '00:00:00', '00:20:37', '01:00:74') },
        'Cue',
        [0, 20.493, 60.987],
      ],
      [
        'the only cue',
        { '1.mp3': mp3(length), 'rip.cue': cue('D:\\rip.wav', '00:00:00', '01:10:00') },
        'Cue',
        [0, 70],
      ],
      [
        'a second cue',
        {
          '1.mp3': mp3(length),
          '1.cue': cue('1.mp3', '00:00:00', '00:50:00'),
          'x.cue': cue('x', '00:01:00'),
        },
        'Cue',
        [0, 50],
      ],
      [
        'discs',
        { 'CD1/1.mp3': mp3(length), 'CD2/1.mp3': mp3(length), 'chapters.json': json(0, 90, 150) },
        'Json',
        [0, 90, 150],
      ],
      ['files', { '1.mp3': mp3(length), '2.mp3': mp3(length) }, 'Files', [0, length]],
      ['none', { '1.mp3': mp3(length) }, 'None', []],
    ]
  for (const [what, files] of rows)
    for (const [name, content] of Object.entries(files))
      await folder.put(`chapters/Q/${what}/${name}`, content)
  const found = new Map((await look('chapters')).map(({ path, chapters }) => [path, chapters]))
  for (const [what, , source, starts] of rows) {
    const read = found.get(`Q/${what}`)
    expect([what, read?.source]).toEqual([what, source])
    const times = read?.chapters.map(({ startSeconds }) => startSeconds) ?? []
    const expected = starts.map((start) => (source === 'Files' ? expect.closeTo(start, -1) : start))
    expect([what, ...times]).toEqual([what, ...expected])
  }
})
