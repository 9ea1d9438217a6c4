import { foldName } from './file-names.ts'
import { numeral } from './numerals.ts'

/** A name that says which part of a book it is. */
export interface PartName {
  readonly number: number
  /** What stands before it, folded; empty for nothing. */
  readonly before: string
  /** The same as it is written. */
  readonly written: string
}

const sureWords = 'cd|disc|disk|dvd|disque|tape|cassette|kassette|side|seite'
const likelyWords = 'part|pt|parte|teil|del|osa'
const number = '(\\d{1,4}|[a-z]+)'
const total = '(?:\\s*(?:of|von|de|sur|/)\\s*(?:\\d{1,4}|[a-z]+))?'
const forms = (words: string) =>
  new RegExp(`^(.*?)(?:^|[\\s,;:._([-]+|(?<=\\d))(?:${words})[\\s.#:_-]*${number}${total}[\\s)\\]]*$`, 'u')

const sureForm = forms(sureWords)
const likelyForm = forms(likelyWords)
const bareForm = /^\s*#?(\d{1,4})\s*$/u
const edge = /[\s,;:._([-]+$/u

/** `CD 1`, `Ash - Disc Two of 3`. */
export function surePart(name: string): PartName | undefined {
  return partOf(name, sureForm)
}

/** `Part 1`, `Ash Teil IV`, `3`. */
export function likelyPart(name: string): PartName | undefined {
  const bare = bareForm.exec(foldName(name))
  if (bare) return { number: Number(bare[1]), before: '', written: '' }
  return partOf(name, likelyForm)
}

/** What is alike in names of parts, whatever its words. */
export function anyPart(name: string): PartName | undefined {
  return surePart(name) ?? likelyPart(name)
}

function partOf(name: string, form: RegExp): PartName | undefined {
  const folded = foldName(name)
  const [, before = '', digits = ''] = form.exec(folded) ?? []
  const found = numeral(digits)
  if (found === undefined) return undefined
  const stem = before.replace(edge, '').trim()
  return { number: found, before: stem, written: writtenStem(name, stem) }
}

/** The beginning of a name that folds to `stem`. */
function writtenStem(name: string, stem: string): string {
  if (stem === '') return ''
  for (let end = 1; end <= name.length; end += 1)
    if (foldName(name.slice(0, end)) === stem && foldName(name.slice(0, end + 1)) !== stem)
      return name.slice(0, end).trim()
  return stem
}
