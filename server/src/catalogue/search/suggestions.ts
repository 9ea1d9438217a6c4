import { maxSuggestions, type Suggestion } from '@earmark/contract/search.ts'
import type { Database } from '../../db/database.ts'
import { foldText } from '@earmark/contract/fold.ts'
import {
  isWholeName,
  namedKinds,
  type NamedKind,
  phraseOf,
  type Place,
  termRange,
} from '../../db/search/names.ts'
import { listTerms } from '../../db/search/names.queries.ts'
import { findMeantWords } from '../../db/search/misspellings.queries.ts'
import { searchNames } from '../../db/search/search.queries.ts'
import { listNames, type NamedRef } from './search.queries.ts'
import { previewOf } from '../../media/upload/record-media.ts'
import { readFound, searchedKinds, suggestionKindOf } from './search.ts'

type SearchedDatabase = Pick<Database, 'connection' | 'dialect'>

const mostCorrections = 12
const correctionsOfWord = 6

/** Names that what is typed may become, the nearest first. */
export async function suggest(db: SearchedDatabase, search: string): Promise<Suggestion[]> {
  const phrase = phraseOf(search)
  if (phrase === '') return []
  const suggestions = new Map<string, Named>()
  for await (const refs of candidates(db, phrase)) {
    for (const { kind, id, name, podcast_id } of await listNames(db.connection, db.dialect, refs)) {
      const key = foldText(name)
      const podcast = podcast_id === null ? {} : { podcastId: podcast_id }
      if (!suggestions.has(key)) suggestions.set(key, { kind, id, name, ...podcast })
    }
    if (suggestions.size >= maxSuggestions) break
  }
  const nearest = [...suggestions.values()].slice(0, maxSuggestions)
  const details = await readDetails(db, nearest)
  return nearest.map(({ kind, ...one }) => ({
    kind: suggestionKindOf[kind],
    ...one,
    ...details.get(keyOf(kind, one.id)),
  }))
}

type Named = Pick<Suggestion, 'id' | 'name' | 'podcastId'> & NamedRef

const keyOf = (kind: NamedKind, id: number) => `${kind}/${id}`

/** The picture of each, and what tells it from others of its name. */
async function readDetails(
  db: SearchedDatabase,
  refs: readonly NamedRef[],
): Promise<Map<string, Partial<Suggestion>>> {
  const { series, creators, audioBooks, podcasts, episodes } = await readFound(db, (kind) =>
    refs.filter((ref) => ref.kind === kind).map(({ id }) => id),
  )
  return new Map<string, Partial<Suggestion>>([
    ...series.map(
      ({ id, booksCount: audioBooksCount, coverImagePreviewUrls: [coverImagePreviewUrl = null] }) =>
        [keyOf('series', id), { coverImagePreviewUrl, audioBooksCount }] as const,
    ),
    ...creators.map(
      ({ id, imagePreviewUrl, audioBooksCount, podcastsCount }) =>
        [keyOf('creator', id), { imagePreviewUrl, audioBooksCount, podcastsCount }] as const,
    ),
    ...audioBooks.map((book) => {
      const people = (book.authors.length > 0 ? book.authors : book.readers).map(({ nickname }) => nickname)
      return [keyOf('audio-book', book.id), { ...previewOf(book), people }] as const
    }),
    ...podcasts.map(
      (podcast) =>
        [
          keyOf('podcast', podcast.id),
          { ...previewOf(podcast), episodesCount: podcast.episodesCount },
        ] as const,
    ),
    ...episodes.map(
      (episode) =>
        [keyOf('episode', episode.id), { ...previewOf(episode), podcastName: episode.podcastName }] as const,
    ),
  ])
}

/** Each lot is nearer to what is typed than the next. */
async function* candidates(db: SearchedDatabase, phrase: string): AsyncGenerator<NamedRef[], void> {
  yield* beginningWith(db, phrase)
  const words = phrase.split(' ')
  if (words.length > 1) yield await withWords(db, words)
  for (const corrected of await corrections(db, words)) yield* beginningWith(db, corrected)
}

async function* beginningWith(
  { connection }: SearchedDatabase,
  phrase: string,
): AsyncGenerator<NamedRef[], void> {
  for (const place of ['first word', 'other word'] satisfies Place[]) {
    const ranges = namedKinds.map((kind) => termRange(kind, place, phrase))
    const found = (await listTerms(connection, ranges, maxSuggestions)).map((terms, range) =>
      terms.map(({ term, id }) => ({ kind: namedKinds[range] as NamedKind, id, term })),
    )
    const all = inTurns(found)
    yield all.filter(({ term }) => isWholeName(term, phrase))
    yield all.filter(({ term }) => !isWholeName(term, phrase))
  }
}

async function withWords(db: SearchedDatabase, words: readonly string[]): Promise<NamedRef[]> {
  const found: NamedRef[][] = []
  for (const [kind, searched] of await searchedKinds(db)) {
    const ids = await searchNames(db.connection, db.dialect, searched, words, maxSuggestions)
    found.push(ids.map((id) => ({ kind, id })))
  }
  return inTurns(found)
}

/** One of each kind, then the next of each. */
function inTurns<Ref>(lists: readonly (readonly Ref[])[]): Ref[] {
  const longest = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, turn) =>
    lists.flatMap((list) => list.slice(turn, turn + 1)),
  ).flat()
}

/** The phrase with one word or all words spelt as some record has them. */
async function corrections(
  { connection, dialect }: SearchedDatabase,
  words: readonly string[],
): Promise<string[]> {
  const meant = await findMeantWords(connection, dialect, words)
  const all = words.map((word, place) => meant[place]?.[0] ?? word)
  const ofOne = words.flatMap((_word, place) =>
    (meant[place] ?? []).slice(0, correctionsOfWord).map((word) => words.with(place, word)),
  )
  const phrases = new Set([...ofOne.slice(0, mostCorrections), all].map((those) => those.join(' ')))
  phrases.delete(words.join(' '))
  return [...phrases]
}
