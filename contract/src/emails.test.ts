import { expect, it } from 'vitest'
import { emailKey, isEmail } from './emails.ts'

it.each([
  'ada@example.org',
  'a@b',
  "o'neil+books@mail.example.co.uk",
  `${'a'.repeat(64)}@example.org`,
  `a@${'b'.repeat(61)}.${'c'.repeat(61)}.${'d'.repeat(61)}.${'e'.repeat(61)}.ex`,
])('takes %s for an address', (text) => expect(isEmail(text)).toBe(true))

it.each([
  '',
  'ada',
  'ada@',
  '@example.org',
  'a b@example.org',
  ' ada@example.org',
  'ada@example.org\r\nBcc: all@example.org',
  '.ada@example.org',
  'ada.@example.org',
  'a..da@example.org',
  'ada@example..org',
  'ada@-example.org',
  'ada@example.org-',
  'ada@two@example.org',
  'Ada <ada@example.org>',
  `${'a'.repeat(65)}@example.org`,
  `a@${Array(5).fill('b'.repeat(60)).join('.')}`,
])('does not take %j for one', (text) => expect(isEmail(text)).toBe(false))

it('compares addresses without case', () => {
  expect(emailKey('Ada@Example.ORG')).toBe('ada@example.org')
})
