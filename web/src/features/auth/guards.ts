import { includesRole, type Role } from '@earmark/contract/roles.ts'
import { redirect } from '@tanstack/react-router'
import { useSession } from './stored-session.ts'

interface Asked {
  location: { href: string }
}

/** For `beforeLoad`: whoever is not signed in is sent to sign in, and comes back after that. */
export function requireSignIn({ location }: Asked): void {
  if (useSession.getState().signedIn) return
  // oxlint-disable-next-line typescript/only-throw-error -- how the router is told
  throw redirect({ to: '/auth/login', search: { returnTo: location.href } })
}

/** For `beforeLoad`: as `requireSignIn`, and whoever lacks the role is told so. */
export function requireRole(role: Role, asked: Asked): void {
  requireSignIn(asked)
  if (includesRole(useSession.getState().role, role)) return
  // oxlint-disable-next-line typescript/only-throw-error -- how the router is told
  throw redirect({ to: '/forbidden', replace: true })
}
