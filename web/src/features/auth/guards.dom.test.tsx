import type { Role } from '@earmark/contract/roles.ts'
import { isRedirect } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { requireRole, requireSignIn } from './guards.ts'
import { useSession } from './session.ts'

const asked = { location: { href: '/edit/users/7?a=b#c' } }
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
