import type { Bookmark } from '@earmark/contract/bookmarks.ts'
import { expect, it } from 'vitest'
import { merged } from './shown.ts'
import type { Unsent } from './unsent.ts'

const book = { kind: 'audio-book', id: 1 } as const
const records = { audioBook: { id: 1, name: 'A book' }, podcast: null, podcastEpisode: null }
const bookmark = (clientId: string, startSeconds: number) =>
  ({
    id: startSeconds,
    clientId,
    ...records,
    startSeconds,
    endSeconds: null,
    note: '',
    version: 1,
  }) as Bookmark
const unsent = (clientId: string, fields: Partial<Unsent>) =>
  ({
    clientId,
    recording: book,
    startSeconds: 5,
    endSeconds: null,
    note: '',
    removed: false,
    ...fields,
  }) as Unsent

const inWords = (
  ...[bookmarks, entries, recording = null]: Parameters<typeof merged> | [Bookmark[], Unsent[]]
) =>
  merged(bookmarks, entries, recording).map(
    ({ clientId, startSeconds, isUnsent }) => `${clientId} ${startSeconds}${isUnsent ? ' unsent' : ''}`,
  )

it('shows what is sent and unsent, in order of time', () => {
  expect(inWords([bookmark('b', 9), bookmark('a', 2)], [unsent('c', {})])).toEqual([
    'a 2',
    'c 5 unsent',
    'b 9',
  ])
})

it('shows a bookmark once, as it was written last', () => {
  expect(inWords([bookmark('a', 2)], [unsent('a', { startSeconds: 3 })])).toEqual(['a 3 unsent'])
})

it('shows nothing of what is to be removed, sent or not', () => {
  const removed = { removed: true }
  expect(inWords([bookmark('a', 2)], [unsent('a', removed), unsent('b', removed)])).toEqual([])
})

it('keeps to one recording when asked for it', () => {
  const other = unsent('c', { recording: { kind: 'episode', id: 1, podcastId: 7 } })
  expect(inWords([], [other, unsent('d', {})], book)).toEqual(['d 5 unsent'])
})
