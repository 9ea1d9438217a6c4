const words = [
  ['one', 'eins', 'un', 'uno', 'ein'],
  ['two', 'zwei', 'deux', 'dos', 'due'],
  ['three', 'drei', 'trois', 'tres', 'tre'],
  ['four', 'vier', 'quatre'],
  ['five', 'funf', 'fuenf', 'cinq'],
  ['six', 'sechs'],
  ['seven', 'sieben', 'sept'],
  ['eight', 'acht', 'huit'],
  ['nine', 'neun', 'neuf'],
  ['ten', 'zehn', 'dix'],
  ['eleven', 'elf'],
  ['twelve', 'zwolf', 'zwoelf'],
  ['thirteen', 'dreizehn'],
  ['fourteen', 'vierzehn'],
  ['fifteen', 'funfzehn', 'fuenfzehn'],
  ['sixteen', 'sechzehn'],
  ['seventeen', 'siebzehn'],
  ['eighteen', 'achtzehn'],
  ['nineteen', 'neunzehn'],
  ['twenty', 'zwanzig'],
]
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

const byWord = new Map([
  ...words.flatMap((same, index) => same.map((word) => [word, index + 1] as const)),
  ...tens.map((word, index) => [word, 10 * (index + 2)] as const),
])
const compound = new RegExp(
  `^(${tens.join('|')})[ -](${words
    .slice(0, 9)
    .map(([word]) => word)
    .join('|')})$`,
  'u',
)
const roman = /^(?=[ivxl])(xl|l?x{0,3})(ix|iv|v?i{0,3})$/
const romanValues: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50 }

/** The number that a text begins with, as a word or two (`twenty-one`) or roman; of folded text. */
export function leadingNumeral(text: string): number | undefined {
  const [two = '', first = ''] = /^(\p{L}+)(?:[ -]\p{L}+)?/u.exec(text) ?? []
  const [, ten, unit] = compound.exec(two) ?? []
  return ten === undefined ? numeral(first) : (byWord.get(ten) ?? 0) + (byWord.get(unit ?? '') ?? 0)
}

/** A number in digits, as a word, roman up to 89, or one of the letters a to d; of folded text. */
export function numeral(text: string): number | undefined {
  if (/^\d{1,4}$/.test(text)) return Number(text)
  const word = byWord.get(text)
  if (word !== undefined) return word
  if (/^[a-d]$/.test(text)) return text.charCodeAt(0) - 96
  return roman.test(text) ? romanNumber(text) : undefined
}

function romanNumber(text: string): number {
  const values = Array.from(text, (letter) => romanValues[letter] ?? 0)
  return values.reduce((sum, value, place) => sum + (value < (values[place + 1] ?? 0) ? -value : value), 0)
}
