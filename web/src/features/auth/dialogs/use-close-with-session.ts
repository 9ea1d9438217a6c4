import { useEffect } from 'react'
import { useSession } from '../stored-session.ts'

/** The page goes to sign in again when the session is lost; what nobody can answer is not to stand over it. */
export function useCloseWithSession(close: () => void): void {
  useEffect(() => useSession.subscribe(({ signedIn }) => !signedIn && close()), [close])
}
