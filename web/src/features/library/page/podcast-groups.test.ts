import type { Follow } from '@earmark/contract/follows.ts'
import type { LibraryEntry } from '@earmark/contract/library.ts'
import { expect, test } from 'vitest'
import { audioBooksOf, podcastGroupsOf } from './podcast-groups.ts'

/** An entry with the fields under test. */
const entry = (about: object) =>
  ({ audioBook: null, podcast: null, podcastEpisode: null, ...about }) as LibraryEntry
const episode = (podcastId: number, number: number) =>
  entry({ podcast: { id: podcastId }, podcastEpisode: { id: podcastId * 10 + number, number } })

/** Newest first. */
const entries = [episode(2, 1), entry({ audioBook: { id: 5 } }), episode(1, 3), episode(2, 4), episode(1, 2)]

test('audio books stand in the order in which they were added, last first', () => {
  expect(audioBooksOf([...entries, entry({ audioBook: { id: 9 } })]).map(({ id }) => id)).toEqual([5, 9])
})

test('podcasts stand in the order in which they were last added to, their episodes by number', () => {
  const groups = podcastGroupsOf(entries).map(({ podcast, episodes }) => [
    podcast.id,
    episodes.map(({ number }) => number),
  ])
  expect(groups).toEqual([
    [2, [1, 4]],
    [1, [2, 3]],
  ])
})

test('followed podcasts tell which episodes are new, and stand behind the others without entries', () => {
  const follows = [
    { podcast: { id: 3 }, newEpisodeIds: [] },
    { podcast: { id: 1 }, newEpisodeIds: [3] },
  ] as Follow[]
  const groups = podcastGroupsOf(entries, follows)
  expect(
    groups.map(({ podcast, episodes, newEpisodeIds }) => [podcast.id, episodes.length, newEpisodeIds]),
  ).toEqual([
    [2, 2, []],
    [1, 2, [3]],
    [3, 0, []],
  ])
})
