import { expect, test } from 'vitest'
import { noFile, storedFile } from '../../../ui/file-field/file-kinds.ts'
import { storedAudio } from './audio-values.ts'
import { episodeFieldParts, podcastFieldParts } from './field-values.ts'
import {
  checkNumber,
  type EditedRecord,
  emptyValues,
  episodeParts,
  looksAlike,
  podcastParts,
  type RecordValues,
  rebased,
  replacedParts,
  valuesOf,
} from './record-values.ts'

const ofPodcast = podcastFieldParts(emptyValues)
const file = new File(['bytes'], 'a.bin')
const chosen = { kind: 'chosen', file } as const

const record: EditedRecord = {
  id: 7,
  name: 'The Salt Road',
  description: null,
  coverImageUrl: '/media/cover.webp',
  coverImagePreviewUrl: '/media/preview.webp',
  audioUrl: '/media/audio.mp3',
  credits: [],
  updatedAt: '2026-01-01T00:00:00.000Z',
}

test.each<[string, RecordValues['audio'], object]>([
  ['a file that is chosen is sent', [chosen], { Audio: file }],
  ['one that is kept is named', storedAudio(record), { AudioUrl: '/media/audio.mp3' }],
  ['one that is cleared is left out', [], {}],
])('of an episode %s', (_name, audio, parts) => {
  const own = episodeFieldParts(emptyValues)
  const sent = episodeParts({ ...emptyValues, number: '1', name: 'A', audio }, 3)
  expect(sent).toEqual({ Number: 1, Name: 'A', PodcastId: 3, ...own, ...parts })
})

test('cover and preview go their own ways', () => {
  const values = { ...valuesOf(record), coverImage: chosen, coverImagePreview: noFile }
  expect(podcastParts(values)).toEqual({ Name: 'The Salt Road', CoverImage: file, ...ofPodcast })
  const kept = { ...valuesOf(record), coverImagePreview: chosen }
  expect(podcastParts(kept)).toEqual({
    Name: 'The Salt Road',
    CoverImageUrl: '/media/cover.webp',
    CoverImagePreview: file,
    ...ofPodcast,
  })
})

test('names lose their edges, and a description of blanks is none', () => {
  const values = { ...emptyValues, name: '  Slow Signals ', description: ' \n ' }
  expect(podcastParts(values)).toEqual({ Name: 'Slow Signals', ...ofPodcast })
  expect(podcastParts({ ...values, description: 'Two.\n\nParagraphs. ' })).toEqual({
    Name: 'Slow Signals',
    Description: 'Two.\n\nParagraphs.',
    ...ofPodcast,
  })
})

test('an episode says its number and its podcast', () => {
  const values = { ...emptyValues, number: ' 0 ', name: 'Prologue' }
  const own = episodeFieldParts(values)
  expect(episodeParts(values, 3)).toEqual({ Number: 0, Name: 'Prologue', PodcastId: 3, ...own })
})

test('a replacement says which version it replaces', () => {
  expect(replacedParts(record)).toEqual({ Id: 7, UpdatedAt: '2026-01-01T00:00:00.000Z' })
})

test('a cover that is the podcast’s is not the episode’s to keep', () => {
  const { coverImagePreviewUrl } = record
  const values = valuesOf({ ...record, number: 4, coverInherited: true, podcast: { coverImagePreviewUrl } })
  expect(values.number).toBe('4')
  expect([values.coverImage, values.coverImagePreview]).toEqual([noFile, noFile])
})

test('a preview of its own beside the podcast’s cover is the episode’s to keep', () => {
  const podcast = { coverImagePreviewUrl: '/media/podcast.webp' }
  const values = valuesOf({ ...record, coverInherited: true, podcast })
  expect(values.coverImage).toEqual(noFile)
  expect(values.coverImagePreview).toMatchObject({ kind: 'stored' })
})

test('versions look alike when only people or the time differ', () => {
  expect(looksAlike(record, { ...record, updatedAt: '2026-02-02T00:00:00.000Z' })).toBe(true)
  expect(looksAlike(record, { ...record, description: 'New' })).toBe(false)
  expect(looksAlike(record, { ...record, audioUrl: '/media/other.mp3' })).toBe(false)
})

test('what was left alone follows the newer version, what was changed stays', () => {
  const mine = { ...valuesOf(record), name: 'Mine', coverImage: noFile, audio: [chosen] }
  const newer = {
    ...record,
    name: 'Theirs',
    coverImageUrl: '/media/new.webp',
    coverImagePreviewUrl: '/media/new-preview.webp',
    audioUrl: null,
  }
  expect(rebased(mine, record, newer)).toEqual({
    ...mine,
    coverImage: noFile,
    coverImagePreview: storedFile('/media/new-preview.webp'),
    audio: [chosen],
  })
})

const invalid = 'Number has to be a whole number from 0 to 999999'

test.each([
  ['', 'Number is required'],
  ['  ', 'Number is required'],
  ['0', undefined],
  [' 12 ', undefined],
  ['999999', undefined],
  ['1000000', invalid],
  ['-1', invalid],
  ['1.5', invalid],
  ['1e3', invalid],
  ['twelve', invalid],
])('number %j: %s', (number, message) => {
  expect(checkNumber(number)).toBe(message)
})
