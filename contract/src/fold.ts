/** Folding equates texts that differ only in case, accents, ligatures, widths, quotes, dashes or white space. */

/** Letters that Unicode does not decompose. */
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
const accents =
  /[\p{M}&&[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]]/gv
const invisible = /[\p{C}--\s]/gv
/** Normalization sorts the marks of a letter in quadratic time: 30 are kept (UAX #15, 13, Stream-Safe Text Format). */
const manyMarks = /([\p{M}ﾞﾟ]{30})[\p{M}ﾞﾟ]+/gu
const specialLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu')

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
