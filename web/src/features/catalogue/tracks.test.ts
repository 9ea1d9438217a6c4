import type { EpisodeSummary } from '@earmark/contract/episodes.ts'
import { expect, test } from 'vitest'
import { noCover, noPreview } from '../../testing/no-cover.ts'
import { podcastTracks } from './tracks.ts'

function episode(number: number, audioUrl: string | null): EpisodeSummary {
  const id = number * 10
  return { id, number, name: `Talk ${number}`, audioUrl, ...noPreview, durationSeconds: 60 }
}

const podcast = {
  id: 3,
  name: 'Slow Signals',
  ...noCover,
  episodes: [episode(1, '/media/1'), episode(2, null), episode(3, '/media/3')],
}

test('a podcast is played in the order of its episodes, without those that have no audio', () => {
  expect([...podcastTracks(podcast).keys()]).toEqual([10, 30])
})

test('a track names its podcast and leads back to its episode', () => {
  expect(podcastTracks(podcast).get(30)).toEqual({
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
