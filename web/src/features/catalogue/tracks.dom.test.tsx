import type { EpisodeSummary } from '@earmark/contract/episodes.ts'
import { expect, test } from 'vitest'
import { noPreview } from '../../testing/no-cover.ts'
import { bareAudioBook } from '../../testing/records.ts'
import { podcastTracks } from './podcast-tracks.ts'
import { audioBookTrack } from './tracks.ts'

function episode(number: number, audioUrl: string | null): EpisodeSummary {
  const id = number * 10
  return { id, number, name: `Talk ${number}`, audioUrl, ...noPreview, durationSeconds: 60 }
}

const podcast = { id: 3, name: 'Slow Signals' }
const episodes = [episode(1, '/media/1'), episode(2, null), episode(3, '/media/3')]

test('a podcast is played in the order of its episodes, without those that have no audio', () => {
  expect([...podcastTracks(podcast, episodes).keys()]).toEqual([10, 30])
})

test('a track names its podcast and leads back to its episode', () => {
  expect(podcastTracks(podcast, episodes).get(30)).toEqual({
    recording: { kind: 'episode', id: 30, podcastId: 3 },
    title: 'Talk 3',
    subtitle: 'Slow Signals',
    audioSrc: '/media/3',
    coverImageSrc: null,
    coverLooks: { coverColor: null, coverPlaceholder: null, coverWidth: null, coverHeight: null },
    referenceLink: '/podcasts/3/episodes/30',
    durationSeconds: 60,
  })
})

const files = [0, 30].map((startSeconds, index) => ({
  number: index + 1,
  title: null,
  audioUrl: `/media/${index}`,
  contentType: 'audio/mpeg',
  startSeconds,
  durationSeconds: 30,
  sizeBytes: 1,
}))

test.each([
  ['without audio has no track', { tracksCount: 0, tracks: [] }, null],
  ['whose files are missing has no track', { tracksCount: 2, tracks: files, isAvailable: false }, null],
  [
    'of one file has its address',
    { audioUrl: '/media/0', tracksCount: 1, tracks: files.slice(1) },
    { audioSrc: '/media/0', filesCount: undefined, files: undefined },
  ],
  ['of several has them', { tracksCount: 2, tracks: files }, { audioSrc: null, filesCount: 2, files }],
  ['in a list has them counted', { tracksCount: 2 }, { filesCount: 2, files: undefined }],
])('a book %s', (_name, fields, expected) => {
  const track = audioBookTrack({ ...bareAudioBook, ...fields })
  if (expected === null) expect(track).toBeNull()
  else expect({ filesCount: undefined, files: undefined, ...track }).toMatchObject(expected)
})
