import { expect, it } from 'vitest'
import type { FileChapter } from '../../media/chapters/chapter-list.ts'
import { bestSource, type ChosenChapters, chaptersOfRecord } from './import-chapters.ts'
import type { ImportRecord, RecordFile, SideChapters } from './import-record.ts'

const at = (...starts: number[]): FileChapter[] => starts.map((startMs) => ({ startMs, title: `${startMs}` }))

function file(path: string, ...starts: number[]): RecordFile {
  return {
    path,
    pathKey: path,
    sizeBytes: 1,
    modifiedSeconds: 1,
    print: '',
    joinKey: null,
    fileKey: '',
    contentType: 'audio/mpeg',
    durationMs: 10_000,
    needsIndex: false,
    title: path,
    chapters: at(...starts),
    isMissing: false,
    uploadId: null,
  }
}

const side = (source: SideChapters['source'], path: string | null, ...starts: number[]): SideChapters => ({
  source,
  parts: [{ path, chapters: at(...starts) }],
})

type Chaptered = Pick<ImportRecord, 'files' | 'sideChapters'>
const one: Chaptered = { files: [file('a')], sideChapters: [] }
const several: Chaptered = { files: [file('a', 1_000, 7_000), file('b')], sideChapters: [] }

it.each<[what: string, record: Chaptered, expected: ChosenChapters]>([
  ['a file without any has none', one, { source: 'None', chapters: [] }],
  ['a file has its own', { ...one, files: [file('a', 6_000)] }, { source: 'Embedded', chapters: at(6_000) }],
  [
    'several files are chapters',
    several,
    {
      source: 'Files',
      chapters: [
        { startMs: 0, title: '1000' },
        { startMs: 7_000, title: '7000' },
        { startMs: 10_000, title: 'b' },
      ],
    },
  ],
  [
    'JSON chapters are better than a cue sheet',
    { ...one, sideChapters: [side('Cue', null, 0, 8_000), side('Json', null, 0, 9_000)] },
    { source: 'Json', chapters: at(0, 9_000) },
  ],
  [
    'a cue sheet of the second file begins with it',
    { ...several, sideChapters: [side('Cue', 'b', 0, 4_000, 12_000)] },
    {
      source: 'Cue',
      chapters: [
        { startMs: 10_000, title: '0' },
        { startMs: 14_000, title: '4000' },
      ],
    },
  ],
  [
    'chapters past the end are none',
    { ...one, sideChapters: [side('Json', null, 11_000)] },
    { source: 'None', chapters: [] },
  ],
])('%s', (_what, record, expected) => {
  expect(chaptersOfRecord({ ...record, chaptersSource: bestSource(record) })).toEqual(expected)
})

it('those of the files may be chosen before a cue sheet, and none at all', () => {
  const record = { ...several, sideChapters: [side('Cue', null, 0, 4_000)] }
  expect(chaptersOfRecord({ ...record, chaptersSource: 'Embedded' })).toMatchObject({ source: 'Embedded' })
  expect(chaptersOfRecord({ ...record, chaptersSource: 'None' })).toEqual({ source: 'None', chapters: [] })
})
