import { expect, it } from 'vitest'
import { splitNames } from './people-names.ts'

const two = ['Nell Ives', 'Otto Brandt']

it.each<[text: string, names: string[]]>([
  ...[';', '; ', ' & ', '&', ' and ', ' AND ', ' und ', ' / ', '\n', '\r\n', ', ', ', and '].map(
    (end): [string, string[]] => [two.join(end), two],
  ),
  ['Nell Ives;Otto Brandt;', two],
  ['Nell Ives; Nell Ives', ['Nell Ives']],
  ['Nell\u202fIves,\u00a0Otto\u2009Brandt', two],
  ['Nell Ives, Otto Brandt and Pia Sund', [...two, 'Pia Sund']],
  ['Sam Dee, Jr.', ['Sam Dee, Jr.']],
  ['Sam Dee Jr., Bob Ray', ['Sam Dee Jr.', 'Bob Ray']],
  ['Cid Fox, M.D., Bob Ray, PhD', ['Cid Fox, M.D.', 'Bob Ray, PhD']],
  ['Ives, Nell', ['Nell Ives']],
  ['Ives, Nell, Brandt, Otto Karl', ['Nell Ives', 'Otto Karl Brandt']],
  ['Ives, Nell & Brandt, Otto', two],
  ['Ives, Nell, PhD', ['Nell Ives, PhD']],
  ['Ives, Nell, M.D., PhD; Dee, Sam, Jr.', ['Nell Ives, M.D., PhD', 'Sam Dee, Jr.']],
  ['Ives, Nell; Otto Brandt', two],
  ['Ives, Nell, Otto Brandt', ['Ives', 'Nell', 'Otto Brandt']],
  ['Le Guin, Ursula K.', ['Le Guin', 'Ursula K.']],
  ['Anders Sandund', ['Anders Sandund']],
  ['AC/DC', ['AC/DC']],
  ['村上 春樹', ['村上 春樹']],
])('%j names each person', (text, names) => {
  expect(splitNames(text)).toEqual(names)
})
