import type { LibraryEntry } from '@earmark/contract/library.ts'
import { expect, test } from 'vitest'
import { isIn, shelfOf, type Subject, type Wish } from './membership.ts'

const book: Subject = { kind: 'audio-book', id: 1 }
const one: Subject = { kind: 'episode', id: 1, podcastId: 7 }
const two: Subject = { kind: 'episode', id: 2, podcastId: 7 }
const podcast: Subject = { kind: 'podcast', id: 7, episodeIds: [1, 2] }

const subjects = { book, one, two, podcast } as const
type Name = keyof typeof subjects

/** Only what is looked at of an entry. */
function entryOf(id: number, subject: Subject): LibraryEntry {
  const isBook = subject.kind === 'audio-book'
  const podcastId = subject.kind === 'episode' ? subject.podcastId : null
  return {
    id,
    audioBook: isBook ? { id: subject.id } : null,
    podcast: podcastId === null ? null : { id: podcastId },
    podcastEpisode: podcastId === null ? null : { id: subject.id },
  } as LibraryEntry
}

test.for<{ kept: Name[]; wished: [Name, boolean][]; shown: Name[] }>([
  { kept: [], wished: [], shown: [] },
  { kept: ['book', 'one'], wished: [], shown: ['book', 'one', 'podcast'] },
  { kept: ['book'], wished: [['book', false]], shown: [] },
  { kept: [], wished: [['book', true]], shown: ['book'] },
  { kept: ['one'], wished: [['one', false]], shown: [] },
  { kept: ['one', 'two'], wished: [['one', false]], shown: ['two', 'podcast'] },
  { kept: ['one'], wished: [['podcast', false]], shown: [] },
  { kept: [], wished: [['podcast', true]], shown: ['one', 'two', 'podcast'] },
  {
    kept: ['one', 'two'],
    wished: [
      ['podcast', false],
      ['two', true],
    ],
    shown: ['two', 'podcast'],
  },
  {
    kept: [],
    wished: [
      ['podcast', true],
      ['two', false],
    ],
    shown: ['one', 'podcast'],
  },
  {
    kept: [],
    wished: [
      ['book', true],
      ['book', false],
    ],
    shown: [],
  },
])('with $kept in the library and $wished wished, $shown are in it', ({ kept, wished, shown }) => {
  const shelf = shelfOf(kept.map((name, place) => entryOf(place + 1, subjects[name])))
  const wishes = wished.map(([name, wanted]): Wish => ({ subject: subjects[name], wanted }))
  const found = Object.keys(subjects).filter((name) => isIn(shelf, wishes, subjects[name as Name]))
  expect(found.toSorted((a, b) => a.localeCompare(b))).toEqual(shown.toSorted((a, b) => a.localeCompare(b)))
})

test('an episode that the page does not know goes with its podcast all the same', () => {
  const late: Subject = { kind: 'episode', id: 3, podcastId: 7 }
  const shelf = shelfOf([entryOf(1, late)])
  expect(isIn(shelf, [], podcast)).toBe(true)
  expect(isIn(shelf, [{ subject: podcast, wanted: false }], late)).toBe(false)
})
