import { allowedErrors, fewestLetters, longWordLetters, mostErrors } from '@earmark/contract/typing-errors.ts'

/**
 * Symmetric delete: a word and its misspelling are equal after deleting some letters of each. The vocabulary stores
 * the shortened forms of each word; a search looks up its own forms and measures the candidates. Only the first
 * letters are shortened, which bounds a word to 29 forms: later errors leave them unchanged.
 */

const shortenedLetters = 7

export function shortenedForms(word: string): Set<string> {
  const letters = Array.from(word)
  return deletions(letters.slice(0, shortenedLetters), allowedErrors(letters.length))
}

export function typedForms(typed: string): Set<string> {
  const letters = Array.from(typed)
  if (letters.length < fewestLetters - 1) return new Set()
  const errors = letters.length < longWordLetters - mostErrors ? 1 : mostErrors
  return deletions(letters.slice(0, shortenedLetters), errors)
}

function deletions(letters: readonly string[], count: number): Set<string> {
  const forms = new Set([letters.join('')])
  if (count === 0) return forms
  for (let place = 0; place < letters.length; place++)
    for (const form of deletions(letters.toSpliced(place, 1), count - 1)) forms.add(form)
  return forms
}

const shortBeginnings = { from: 4, to: 7 }
const alphabets = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзиклмнопрстуфхцчшщъыьэюя',
  'αβγδεζηθικλμνξοπρστυφχψω',
]

/**
 * What a word of 4 to 7 letters that is still being typed may have been meant to be, with one error: shortened forms find
 * it only once most of the word is there.
 */
export function beginningVariants(typed: string): Set<string> {
  const letters = Array.from(typed)
  const variants = new Set<string>()
  if (letters.length < shortBeginnings.from || letters.length > shortBeginnings.to) return variants
  const alphabet = alphabets.find((those) => those.includes(letters[0] ?? '')) ?? typed
  const add = (place: number, removed: number, ...added: string[]) =>
    variants.add(letters.toSpliced(place, removed, ...added).join(''))
  for (let place = 1; place < letters.length; place++)
    add(place - 1, 2, letters[place] as string, letters[place - 1] as string)
  for (let place = 0; place < letters.length; place++) add(place, 1)
  for (let place = 0; place < letters.length; place++)
    for (const letter of alphabet) add(place, 1, letter).add(letters.toSpliced(place, 0, letter).join(''))
  variants.delete(typed)
  return variants
}
