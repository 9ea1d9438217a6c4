/**
 * Folding: what two texts have in common that differ only in case, accents, ligatures, widths, kinds of quotes
 * and dashes, or white space.
 */

/** Letters that Unicode does not take apart, as people write them on a keyboard without them. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ς: 'σ',
}

const alreadyPlain = /^[ -_a-~]*$/
const apostrophes = /[`ʹʻʼʽ‘’‛′]/gu
const dashes = /[‐‑‒–—―−]/gu
const doubleQuotes = /[“”„‟″]/gu
/** Accents and points; not the vowel signs of Indic scripts, which make another word. */
const accents =
  /[\p{M}&&[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]]/gv
const invisible = /[\p{C}--\s]/gv
const specialLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu')

/**
 * Folds a text for search and for sorting: lower case, no accents, one space between words, none around.
 * Names sort by the fold of their name (columns `*_sort`), by code point.
 */
export function foldText(text: string): string {
  const folded = alreadyPlain.test(text) ? text.toLowerCase() : foldLetters(text)
  return folded.replace(/\s+/gu, ' ').trim()
}

function foldLetters(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('´', "'")
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(accents, '')
    .replace(apostrophes, "'")
    .replace(dashes, '-')
    .replace(doubleQuotes, '"')
    .replace(specialLetters, (letter) => plainLetters[letter] ?? letter)
    .replace(invisible, '')
    .normalize('NFC')
}
