import type { Chapter } from '@earmark/contract/chapters.ts'
import { expect, it } from 'vitest'
import { chaptersFrom, newTrack, reduceAll } from './testing/tracks.ts'

const track = newTrack('a')
const { recording } = track

/** The last one's end is not known. */
const open: Chapter[] = [
  ...chaptersFrom([0]).map((chapter) => ({ ...chapter, endSeconds: 20 })),
  ...chaptersFrom([20]).map((chapter) => ({ ...chapter, endSeconds: null })),
]
const play = { type: 'play-track', track, list: [track] } as const
const chaptersKnown = { type: 'chapters-known', recording, chapters: open } as const
const mediaKnown = (duration: number) => ({ type: 'media-known', duration }) as const
const endsAfter = (...events: Parameters<typeof reduceAll>[0]) =>
  reduceAll([play, ...events]).state.chapters.map(({ endSeconds }) => endSeconds)

it('the last chapter is there without an end until the duration is known, and then ends with the sound', () => {
  expect(endsAfter(chaptersKnown)).toEqual([20, null])
  expect(endsAfter(chaptersKnown, mediaKnown(90))).toEqual([20, 90])
  expect(endsAfter(mediaKnown(90), chaptersKnown)).toEqual([20, 90])
  expect(endsAfter(chaptersKnown, mediaKnown(Number.POSITIVE_INFINITY))).toEqual([20, null])
})

it('chapters past the sound are none, and an end that the server knows stays', () => {
  expect(endsAfter(chaptersKnown, mediaKnown(15))).toEqual([15])
  const closed = { ...chaptersKnown, chapters: chaptersFrom([0, 20]) }
  expect(endsAfter(closed, mediaKnown(90))).toEqual([20, 60])
})
