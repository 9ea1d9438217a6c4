import { describe, expect, test } from 'vitest'
import { checkEmail, checkName, checkNewPassword, checkRepeat, required } from './checks.ts'

const longLocalPart = `${'a'.repeat(65)}@example.org`

describe('an email', () => {
  test.each([
    ['', 'Email is required'],
    ['marta', 'Email not valid'],
    ['marta@', 'Email not valid'],
    ['marta @example.org', 'Email not valid'],
    [longLocalPart, 'Email not valid'],
    [longLocalPart.slice(1), undefined],
    ['marta@example.org', undefined],
  ])('%j: %s', (email, said) => expect(checkEmail(email)).toBe(said))
})

describe('a new password', () => {
  const check = checkNewPassword('New password is required')
  test.each([
    ['', 'New password is required'],
    ['abcdef', 'Still missing: one uppercase letter, one digit, one special character'],
    ['Abc1!', 'Still missing: at least 6 characters'],
    ['Abcdef1!', undefined],
  ])('%j: %s', (password, said) => expect(check(password)).toBe(said))
})

describe('its repetition', () => {
  const texts = { required: 'Repeat new password is required', differ: 'New passwords do not match' }
  test.each([
    ['', 'Abcdef1!', texts.required],
    ['Abcdef1', 'Abcdef1!', texts.differ],
    ['Abcdef1!', 'Abcdef1!', undefined],
  ])('%j after %j: %s', (repeat, first, said) => expect(checkRepeat(repeat, first, texts)).toBe(said))
})

test('blanks are no name, but may be a password', () => {
  expect(checkName('  ')).toBe('Name is required')
  expect(checkName('\u200B \u2060\uFEFF')).toBe('Name is required')
  expect(checkName(' Marta ')).toBeUndefined()
  expect(required('Password is required')('  ')).toBeUndefined()
})
