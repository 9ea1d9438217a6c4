import { type Role, roles } from '@earmark/contract/roles.ts'
import { create } from 'zustand'
import { readStored } from '../../lib/stored.ts'

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

// Another tab signed in or out.
window.addEventListener('storage', () => useSession.setState(storedSession()))
