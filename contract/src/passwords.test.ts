import { expect, it } from 'vitest'
import { isStrongPassword, passwordRules } from './passwords.ts'

it.each([
  ['Abc1!', ['PasswordTooShort']],
  ['abcd1!', ['PasswordRequiresUpper']],
  ['ABCD1!', ['PasswordRequiresLower']],
  ['Abcde!', ['PasswordRequiresDigit']],
  ['Abcde1', ['PasswordRequiresNonAlphanumeric']],
  ['', passwordRules.map((rule) => rule.code)],
  ['Abcd1!', []],
  ['Ab c12', []],
  ['Ärgerß1-', []],
  ['Äpfel12', ['PasswordRequiresNonAlphanumeric']],
  ['A1!b🙂', ['PasswordTooShort']],
])('%j lacks %j', (password, codes) => {
  const lacking = passwordRules.filter((rule) => !rule.isMetBy(password)).map((rule) => rule.code)
  expect(lacking).toEqual(codes)
  expect(isStrongPassword(password)).toBe(codes.length === 0)
})
