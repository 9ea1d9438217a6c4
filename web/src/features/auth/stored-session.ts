import { type Role, roles } from '@earmark/contract/roles.ts'
import { create } from 'zustand'
import { forgetPrivateAnswers } from '../../lib/query-client.ts'
import { readStored, writeStored } from '../../lib/stored.ts'

/** Who is signed in, as the browser remembers it. Signed in means that there is an access token. */
export interface Session {
  signedIn: boolean
  role: Role | null
}

function storedSession(): Session {
  const signedIn = Boolean(readStored('accessToken'))
  const stored = readStored('userRole')
  return { signedIn, role: signedIn ? (roles.find((role) => role === stored) ?? null) : null }
}

export const useSession = create<Session>(storedSession)

/** What is stored has changed; when it is another person's, what was cached for the one before goes. */
export function readSession(isAnotherPerson: boolean): void {
  const session = storedSession()
  const before = useSession.getState()
  if (!isAnotherPerson && session.signedIn === before.signedIn && session.role === before.role) return
  useSession.setState(session)
  if (isAnotherPerson) forgetPrivateAnswers(session.signedIn)
}

/** Signs out here and, by their storage event, in the other tabs. The server is not told: see `logOut`. */
export function forgetSession(): void {
  writeStored('accessToken', null)
  writeStored('refreshToken', null)
  writeStored('userRole', null)
  readSession(true)
}

// Another tab signed in or out. A refresh replaces the refresh token; signing in or out begins or ends with none.
window.addEventListener('storage', ({ key, oldValue, newValue }) => {
  readSession(key === null || (key === 'refreshToken' && (oldValue === null || newValue === null)))
})
