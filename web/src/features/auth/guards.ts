/** Which pages need a session or a role, and where signing in leads back to. */
import { includesRole, type Role } from '@earmark/contract/roles.ts'
import { redirect } from '@tanstack/react-router'
import { firstData } from '../../lib/request.ts'
import { useSession } from './stored-session.ts'

interface Asked {
  location: { href: string; pathname: string }
}

/** For `beforeLoad`: without a session to the sign-in page, which leads back here. */
export function requireSignIn({ location }: Asked): void {
  if (useSession.getState().signedIn) return
  // oxlint-disable-next-line typescript/only-throw-error -- how the router is told
  throw redirect({ to: '/auth/login', search: { returnTo: location.href } })
}

/** For `beforeLoad` of every page: in a members' library all but those of signing in need a session. */
export function requireMembership(asked: Asked): void {
  if (firstData.access === 'members' && !ownPages.test(asked.location.pathname)) requireSignIn(asked)
}

/** For `beforeLoad`: as `requireSignIn`; without the role to the forbidden page. */
export function requireRole(role: Role, asked: Asked): void {
  requireSignIn(asked)
  if (includesRole(useSession.getState().role, role)) return
  // oxlint-disable-next-line typescript/only-throw-error -- how the router is told
  throw redirect({ to: '/forbidden', replace: true })
}

const ownPages = /^\/(auth(\/|$)|forbidden\/?$)/i
const plainPath = /^\/(?!\/)[^\\\p{Cc}]*$/u

/**
 * The path to open after signing in, from the address of the sign-in page. Addresses are untrusted: anything but a path
 * of this site counts as absent, and so do the pages of signing in themselves.
 */
export function readReturnTo({ returnTo }: { returnTo?: unknown }): string | undefined {
  if (typeof returnTo !== 'string' || !plainPath.test(returnTo)) return undefined
  const { origin, pathname, search, hash } = new URL(returnTo, window.location.origin)
  const isHere = origin === window.location.origin && !pathname.startsWith('//')
  // The URL's own encoding: the router puts it into a header, which is ASCII.
  return isHere && !ownPages.test(pathname) ? pathname + search + hash : undefined
}

/** The search of a link to the sign-in page that leads back to this address; home is the default. */
export function returningTo({ pathname, href }: { pathname: string; href: string }): { returnTo?: string } {
  return pathname === '/' || ownPages.test(pathname) ? {} : { returnTo: href }
}
