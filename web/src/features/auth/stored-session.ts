import { type Role, roles } from '@earmark/contract/roles.ts'
import { create } from 'zustand'
import { forgetPrivateAnswers } from '../../lib/query-client.ts'
import { onStoredElsewhere, readStored, writeStored } from '../../lib/browser-storage.ts'
import { storedPerson } from '../../lib/tokens.ts'

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

/** The person whose private responses are in the cache. */
let person = storedPerson()

/** Reads the storage again. One person's private responses leave the cache before another's session begins. */
export function readSession(): void {
  const session = storedSession()
  const before = useSession.getState()
  const isAnother = storedPerson() !== person
  if (!isAnother && session.signedIn === before.signedIn && session.role === before.role) return
  if (isAnother || !session.signedIn) forgetPrivateAnswers(session.signedIn)
  person = storedPerson()
  useSession.setState(session)
}

/** Signs out here and, by their storage event, in the other tabs. The server is not told: see `logOut`. */
export function forgetSession(): void {
  writeStored('accessToken', null)
  writeStored('refreshToken', null)
  writeStored('userRole', null)
  readSession()
}

// Another tab signed in or out, or has new tokens: just now, or while this page was in the browser's cache.
onStoredElsewhere(readSession)
window.addEventListener('pageshow', readSession)
