import { type Role, roles } from '@earmark/contract/roles.ts'
import { create } from 'zustand'
import { forgetPrivateAnswers } from '../../lib/query-client.ts'
import { onStoredElsewhere, readStored, writeStored } from '../../lib/browser-storage.ts'
import { storedPerson } from '../../lib/tokens.ts'

/** Who is signed in, as the browser remembers it. Signed in means that there is an access token. */
export interface Session {
  signedIn: boolean
  role: Role | null
  /** The account's id; empty for a visitor. */
  person: string
}

function storedSession(): Session {
  const signedIn = Boolean(readStored('accessToken'))
  const stored = readStored('userRole')
  const role = signedIn ? (roles.find((known) => known === stored) ?? null) : null
  return { signedIn, role, person: storedPerson() }
}

export const useSession = create<Session>(storedSession)

/** Tells each sign-in and sign-out. */
export function onPersonChange(tell: (person: string, before: string) => void): () => void {
  return useSession.subscribe(({ person }, before) => {
    if (person !== before.person) tell(person, before.person)
  })
}

/** Reads the storage again. One person's private responses leave the cache before another's session begins. */
export function readSession(): void {
  const session = storedSession()
  const before = useSession.getState()
  const isAnother = session.person !== before.person
  if (!isAnother && session.signedIn === before.signedIn && session.role === before.role) return
  if (isAnother || !session.signedIn) forgetPrivateAnswers(session.signedIn)
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
