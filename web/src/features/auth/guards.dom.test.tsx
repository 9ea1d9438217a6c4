import type { Role } from '@earmark/contract/roles.ts'
import { isRedirect } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { readReturnTo, requireRole, requireSignIn, returningTo } from './guards.ts'
import { useSession } from './session.ts'

const asked = { location: { href: '/edit/users/7?a=b#c', pathname: '/edit/users/7' } }
const toSignIn = { to: '/auth/login', search: { returnTo: '/edit/users/7?a=b#c' } }
const toForbidden = { to: '/forbidden', replace: true }

function wayFrom(guard: () => void) {
  try {
    guard()
  } catch (thrown) {
    if (isRedirect(thrown)) return thrown.options
    throw thrown
  }
  return 'stays'
}

test.each<[boolean, Role | null, Role, unknown]>([
  [false, null, 'User', toSignIn],
  [false, null, 'Admin', toSignIn],
  [true, null, 'User', toForbidden],
  [true, 'User', 'Editor', toForbidden],
  [true, 'Editor', 'Admin', toForbidden],
  [true, 'Editor', 'Editor', 'stays'],
  [true, 'Admin', 'Editor', 'stays'],
])('signed in: %s, as %s, on a page for %s: %j', (signedIn, role, required, way) => {
  useSession.setState({ signedIn, role })
  const found = wayFrom(() => requireRole(required, asked))
  if (typeof way === 'string') expect(found).toBe(way)
  else expect(found).toMatchObject(way as object)
})

test('a page for everyone who is signed in asks for no role', () => {
  useSession.setState({ signedIn: true, role: null })
  expect(wayFrom(() => requireSignIn(asked))).toBe('stays')
  useSession.setState({ signedIn: false, role: null })
  expect(wayFrom(() => requireSignIn(asked))).toMatchObject(toSignIn)
})

test.each([
  '/',
  '/user-profile',
  '/podcasts/3?pageNumber=2#episodes',
  '/search?search=http://elsewhere.example//x',
  '/authors',
  '/%2F%2Felsewhere.example',
])('%s is a place to return to', (returnTo) => {
  expect(readReturnTo({ returnTo })).toBe(returnTo)
})

test.each([
  ['/search?search=Szczęsna#ś', '/search?search=Szcz%C4%99sna#%C5%9B'],
  ['/／elsewhere.example', '/%EF%BC%8Felsewhere.example'],
  ['/a/../podcasts', '/podcasts'],
])('%s is a place to return to, written as %s', (returnTo, written) => {
  expect(readReturnTo({ returnTo })).toBe(written)
})

test.each([
  undefined,
  7,
  '',
  'user-profile',
  'https://elsewhere.example/',
  `${window.location.origin}/user-profile`,
  '//elsewhere.example',
  '///elsewhere.example',
  '/\\elsewhere.example',
  '\\\\elsewhere.example',
  '/user\\profile',
  '/\t/elsewhere.example',
  '/\n/elsewhere.example',
  '/user-profile\0',
  ' /user-profile',
  '/.//elsewhere.example',
  '/a/..//elsewhere.example',
  'javascript:alert(1)',
  '/auth/login',
  '/auth/login?returnTo=/auth/login',
  '/AUTH/register',
  '/auth',
  '/./auth/login',
  '/podcasts/../auth/login',
  '/forbidden',
])('%j is not', (returnTo) => {
  expect(readReturnTo({ returnTo })).toBeUndefined()
})

test.each([
  ['/', '/', {}],
  ['/auth/register', '/auth/register', {}],
  ['/forbidden', '/forbidden', {}],
  ['/podcasts', '/podcasts?pageNumber=2', { returnTo: '/podcasts?pageNumber=2' }],
  ['/authors', '/authors', { returnTo: '/authors' }],
])('from %s the sign-in page is told %j', (pathname, href, search) => {
  expect(returningTo({ pathname, href })).toEqual(search)
})
