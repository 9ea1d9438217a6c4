import { foldText } from '@earmark/contract/fold.ts'
import { beginningErrors, typingErrors } from '@earmark/contract/typing-errors.ts'

/** A slice of a text, by UTF-16 code units. */
export type Part = readonly [start: number, end: number]

/** As the search splits names: scripts that are written without spaces have a word per character. */
const unspaced = String.raw`[[\p{L}\p{N}]&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]]`
const marks = String.raw`[\p{M}\p{Cf}]*`
const letter = String.raw`(?:[[\p{L}\p{N}]--${unspaced}]${marks})`
const apostrophe = "['`´ʹʻʼʽ‘’‛′]"
const word = new RegExp(String.raw`${unspaced}${marks}|${letter}+(?:${apostrophe}${letter}+)*`, 'gv')
const plainWord = /^[\p{L}\p{M}]+$/u
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * What of a name a search matched: the beginnings of its words, compared as the search folds them, and whole words that a
 * word of the search may misspell. Letters stay whole, ligatures and combined marks too.
 */
export function matchedParts(name: string, search: string): Part[] {
  const typed = new Set(Array.from(search.matchAll(word), ([text]) => foldWord(text)))
  const words = Array.from(name.matchAll(word), ({ 0: text, index }) => ({
    text,
    index,
    folded: foldWord(text),
  }))
  const misspelt = [...typed].filter(
    (one) => plainWord.test(one) && !words.some(({ folded }) => folded.startsWith(one)),
  )
  return words.flatMap(({ text, index, folded }): Part[] => {
    const begun = Math.max(...[...typed].map((one) => (folded.startsWith(one) ? one.length : 0)), 0)
    if (begun > 0) return [[index, index + lengthOfBeginning(text, begun)]]
    return misspelt.some((one) => mayMean(folded, one)) ? [[index, index + text.length]] : []
  })
}

function foldWord(text: string): string {
  return foldText(text).replaceAll("'", '')
}

function mayMean(folded: string, typed: string): boolean {
  return (
    plainWord.test(folded) &&
    (typingErrors(folded, typed) !== undefined || beginningErrors(folded, typed) !== undefined)
  )
}

/** How much of a word its first letters take that are so long once they are folded. */
function lengthOfBeginning(text: string, folded: number): number {
  for (const { index, segment } of letters.segment(text)) {
    const end = index + segment.length
    if (foldWord(text.slice(0, end)).length >= folded) return end
  }
  return text.length
}
