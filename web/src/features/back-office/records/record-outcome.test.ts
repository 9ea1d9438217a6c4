import { expect, test } from 'vitest'
import { isOutcome } from './record-outcome.ts'
import { type EditedRecord, type RecordValues, valuesOf } from './record-values.ts'

const over: EditedRecord = {
  id: 1,
  number: 3,
  name: 'Fog',
  description: 'Ships.',
  coverImageUrl: '/media/1/cover.webp',
  coverImagePreviewUrl: '/media/2/preview.webp',
  audioUrl: '/media/3/fog.mp3',
  credits: [],
  updatedAt: '2026-01-01T00:00:00.000Z',
}
const now = { ...over, updatedAt: '2026-01-02T00:00:00.000Z' }
const chosen = { kind: 'chosen', file: new File(['x'], 'x') } as const
const none = { kind: 'none' } as const

test.for<[string, Partial<RecordValues>, Partial<EditedRecord>, boolean]>([
  ['nothing changed', {}, {}, true],
  ['it was never saved', {}, { updatedAt: over.updatedAt }, false],
  ['texts are trimmed', { name: ' Rope ', number: '04' }, { name: 'Rope', number: 4 }, true],
  ['line breaks are the server’s', { description: 'a\r\nb' }, { description: 'a\nb' }, true],
  ['another name', { name: 'Rope' }, { name: 'Knot' }, false],
  [
    'fields are as the server keeps them',
    { subtitle: ' Or ', season: '02' },
    { subtitle: 'Or', season: 2 },
    true,
  ],
  [
    'a sequence is trimmed',
    { series: [{ id: 6, name: 'Tides', sequence: ' 2 ' }] },
    { series: [{ id: 6, name: 'Tides', sequence: '2' }] },
    true,
  ],
  ['another series', { series: [{ id: 6, name: 'Tides', sequence: '' }] }, { series: [] }, false],
  ['another genre', { genres: ['Sea'] }, { genres: ['sea'] }, false],
  ['another number', { number: '4' }, { number: 5 }, false],
  ['another description', {}, { description: null }, false],
  ['a new file got a new address', { audio: [chosen] }, { audioUrl: '/media/9/x.mp3' }, true],
  ['a new file is not there', { audio: [chosen] }, {}, false],
  ['a file was cleared', { audio: [] }, { audioUrl: null }, true],
  ['a cleared file is there', { audio: [] }, {}, false],
  ['a kept file has another signature', {}, { audioUrl: '/media/3/fog.mp3?signature=b' }, true],
  ['a kept file is another', {}, { audioUrl: '/media/9/x.mp3' }, false],
  [
    'a preview is made from the cover',
    { coverImagePreview: none },
    { coverImagePreviewUrl: '/media/9/p.webp' },
    true,
  ],
  [
    'a preview goes with its cover',
    { coverImage: none, coverImagePreview: none },
    { coverImageUrl: null },
    false,
  ],
])('%s', ([, typed, became, expected]) => {
  expect(isOutcome({ ...now, ...became }, { ...valuesOf(over), ...typed }, over)).toBe(expected)
})
