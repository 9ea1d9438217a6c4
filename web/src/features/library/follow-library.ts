import { prefetch } from '../../lib/query-client.ts'
import { useSession } from '../auth/index.ts'

/** A chunk of its own: only people with a session need it. */
export const loadLibrary = () => import('./library-toggle.tsx')

/** Loads the library at the start and after every sign-in. */
export function followLibrary(): void {
  const preload = () => {
    if (useSession.getState().signedIn) preloadLibrary().catch(() => undefined)
  }
  preload()
  useSession.subscribe(preload)
}

/** Starts loading the library; its failure is shown by the page that shows the library. */
export async function preloadLibrary(): Promise<void> {
  const { libraryQuery } = await loadLibrary()
  // The session may have ended meanwhile.
  if (useSession.getState().signedIn) prefetch(libraryQuery)
}
