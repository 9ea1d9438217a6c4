import { expect, test } from 'vitest'
import { userBody, userValues } from './user-values.ts'

const ada = {
  id: '6f1c0f0e-6f3c-4f6a-9a3e-0d8f4f0a1b2c',
  email: 'ada@example.org',
  emailConfirmed: true,
  name: 'Ada',
  role: 'Editor',
} as const

test('a new user begins as nobody in particular', () => {
  expect(userValues(undefined)).toEqual({
    email: '',
    name: '',
    newPassword: '',
    role: 'User',
    emailConfirmed: false,
  })
})

test('what is saved unchanged says nothing of a password', () => {
  expect(userBody(userValues(ada))).toEqual({
    email: 'ada@example.org',
    name: 'Ada',
    role: 'Editor',
    emailConfirmed: true,
  })
})

test('what was not touched is not said again: somebody else may have changed it meanwhile', () => {
  expect(userBody({ ...userValues(ada), name: 'Ada L.' }, ada)).toEqual({
    email: 'ada@example.org',
    name: 'Ada L.',
  })
  const changed = { ...userValues(ada), role: 'User', emailConfirmed: false } as const
  expect(userBody(changed, ada)).toMatchObject({ role: 'User', emailConfirmed: false })
})

test('blanks around an address or a name do not count, those of a password do', () => {
  const typed = { ...userValues(ada), email: ' ada@example.org ', name: ' Ada ', newPassword: ' Abc1! ' }
  expect(userBody(typed)).toMatchObject({ email: 'ada@example.org', name: 'Ada', newPassword: ' Abc1! ' })
})
