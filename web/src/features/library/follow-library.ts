import { warm } from '../../lib/query-client.ts'
import { useSession } from '../auth/index.ts'
import { loadLibrary } from './load-library.ts'

/** The library is loaded at the start and whenever somebody signs in. */
export function followLibrary(): void {
  const foresee = () => {
    if (useSession.getState().signedIn) askForLibrary().catch(() => undefined)
  }
  foresee()
  useSession.subscribe(foresee)
}

/** Sees to it that the library is on its way; whoever shows it sees the failure. */
export async function askForLibrary(): Promise<void> {
  const { libraryQuery } = await loadLibrary()
  // Whoever was here may have left meanwhile.
  if (useSession.getState().signedIn) warm(libraryQuery)
}
