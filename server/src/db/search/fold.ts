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
/**
 * Sorting the marks of one letter takes the square of their number, so a letter keeps 30 of them, as many as Unicode's
 * Stream-Safe Text Format allows (UAX #15, 13). The halfwidth voiced sound marks are letters that become marks.
 */
const manyMarks = /([\p{M}ﾞﾟ]{30})[\p{M}ﾞﾟ]+/gu
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
    .replace(invisible, '')
    .replace(manyMarks, '$1')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(accents, '')
    .replace(manyMarks, '$1')
    .replace(apostrophes, "'")
    .replace(dashes, '-')
    .replace(doubleQuotes, '"')
    .replace(specialLetters, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC')
}
