import { beginningErrors, typingErrors } from '@earmark/contract/typing-errors.ts'
import type { Connection, Dialect } from '../engine/dialect.ts'
import type { Misspellings } from './ranking.ts'
import { isPlainWord, type SearchTerms } from './tokens.ts'
import { beginningVariants, typedForms } from './typing-errors.ts'
import { listBeginnings, listWordsByForms } from './vocabulary.queries.ts'

const mostWordsWithErrors = 16
const mostMisspellings = 50

/** By word of the search: the words of records that it may misspell. */
export async function findMisspellings(
  connection: Connection,
  dialect: Dialect,
  terms: SearchTerms,
): Promise<Misspellings> {
  const typedWords = [...new Set(terms.words)].filter(isPlainWord).slice(0, mostWordsWithErrors)
  const forms = new Set(typedWords.flatMap((typed) => [...typedForms(typed)]))
  if (forms.size === 0) return new Map()
  const known = await listWordsByForms(connection, dialect, [...forms])
  return new Map(
    typedWords
      .map((typed): [string, string[]] => [typed, nearestWords(typed, known)])
      .filter(([, meant]) => meant.length > 0),
  )
}

/** Words that each of these may misspell; of the last one, which is still being typed, also beginnings of words. */
export async function findMeantWords(
  connection: Connection,
  dialect: Dialect,
  words: readonly string[],
): Promise<string[][]> {
  const forms = new Set(words.filter(isPlainWord).flatMap((word) => [...typedForms(word)]))
  const known = forms.size === 0 ? [] : await listWordsByForms(connection, dialect, [...forms])
  const last = words.at(-1) ?? ''
  const variants = isPlainWord(last) ? [...beginningVariants(last)] : []
  const beginnings = variants.length === 0 ? [] : await listBeginnings(connection, dialect, variants)
  const isLikely = (word: string) => word[0] === last[0]
  return words.map((word, place) => {
    if (!isPlainWord(word)) return []
    if (place < words.length - 1) return nearestWords(word, known)
    const meant = [...beginnings.filter(isLikely), ...beginnings.filter((one) => !isLikely(one))]
    return [...new Set([...nearestWords(word, known, errorsWhileTyping), ...meant])]
  })
}

function errorsWhileTyping(meant: string, typed: string): number | undefined {
  return typingErrors(meant, typed) ?? beginningErrors(meant, typed)
}

/** By errors, then by a common first letter. */
function nearestWords(typed: string, known: readonly string[], errorsOf = typingErrors): string[] {
  return known
    .filter((word) => !word.startsWith(typed))
    .map((word) => ({ word, errors: errorsOf(word, typed), begins: word[0] === typed[0] ? 0 : 1 }))
    .filter((candidate) => candidate.errors !== undefined)
    .toSorted(
      (one, other) =>
        (one.errors ?? 0) - (other.errors ?? 0) ||
        one.begins - other.begins ||
        (one.word < other.word ? -1 : 1),
    )
    .slice(0, mostMisspellings)
    .map((candidate) => candidate.word)
}
