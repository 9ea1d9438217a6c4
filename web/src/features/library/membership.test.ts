import type { Follow } from '@earmark/contract/follows.ts'
import type { LibraryEntry } from '@earmark/contract/library.ts'
import { expect, test } from 'vitest'
import { type Change, isFollowed, isIn, shelfOf, type Subject } from './membership.ts'

const book: Subject = { kind: 'audio-book', id: 1 }
const one: Subject = { kind: 'episode', id: 1, podcastId: 7 }
const two: Subject = { kind: 'episode', id: 2, podcastId: 7 }
const podcast: Subject = { kind: 'podcast', id: 7 }

const subjects = { book, one, two, podcast } as const
type Name = keyof typeof subjects

/** An entry with the fields under test. */
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

test.for<{ kept: Name[]; pending: [Name, boolean][]; shown: Name[] }>([
  { kept: [], pending: [], shown: [] },
  { kept: ['book', 'one'], pending: [], shown: ['book', 'one', 'podcast'] },
  { kept: ['book'], pending: [['book', false]], shown: [] },
  { kept: [], pending: [['book', true]], shown: ['book'] },
  { kept: ['one'], pending: [['one', false]], shown: [] },
  { kept: ['one', 'two'], pending: [['one', false]], shown: ['two', 'podcast'] },
  { kept: ['one'], pending: [['podcast', false]], shown: [] },
  { kept: [], pending: [['podcast', true]], shown: ['one', 'two', 'podcast'] },
  {
    kept: ['one', 'two'],
    pending: [
      ['podcast', false],
      ['two', true],
    ],
    shown: ['two', 'podcast'],
  },
  {
    kept: [],
    pending: [
      ['podcast', true],
      ['two', false],
    ],
    shown: ['one', 'podcast'],
  },
  {
    kept: [],
    pending: [
      ['book', true],
      ['book', false],
    ],
    shown: [],
  },
])('with $kept in the library and $pending pending, $shown are in it', ({ kept, pending, shown }) => {
  const shelf = shelfOf(kept.map((name, place) => entryOf(place + 1, subjects[name])))
  const changes = pending.map(([name, wanted]): Change => ({ subject: subjects[name], wanted }))
  const found = Object.keys(subjects).filter((name) => isIn(shelf, changes, subjects[name as Name]))
  expect(found.toSorted((a, b) => a.localeCompare(b))).toEqual(shown.toSorted((a, b) => a.localeCompare(b)))
})

test('an episode that the page does not know goes with its podcast all the same', () => {
  const late: Subject = { kind: 'episode', id: 3, podcastId: 7 }
  const shelf = shelfOf([entryOf(1, late)])
  expect(isIn(shelf, [], podcast)).toBe(true)
  expect(isIn(shelf, [{ subject: podcast, wanted: false }], late)).toBe(false)
})

test.for<{ follows: boolean; pending: [Name, boolean][]; followed: boolean }>([
  { follows: false, pending: [], followed: false },
  { follows: true, pending: [], followed: true },
  { follows: false, pending: [['one', true]], followed: false },
  { follows: true, pending: [['one', false]], followed: true },
  { follows: false, pending: [['podcast', true]], followed: true },
  { follows: true, pending: [['podcast', false]], followed: false },
])('$follows with $pending pending is followed: $followed', ({ follows, pending, followed }) => {
  const shelf = shelfOf([], (follows ? [{ podcast: { id: 7 } }] : []) as Follow[])
  const changes = pending.map(([name, wanted]): Change => ({ subject: subjects[name], wanted }))
  expect(isFollowed(shelf, changes, 7)).toBe(followed)
})
