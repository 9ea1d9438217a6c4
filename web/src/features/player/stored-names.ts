import { readStored, storedNames } from '../../lib/browser-storage.ts'
import { storedPerson } from '../../lib/tokens.ts'

/** Whether there is anything here that the player's bar and what comes with it are needed for. */
export function hasMemories(): boolean {
  return readStored('playerQueue') !== null || storedNames('position:').length > 0
}

/** Whether the listener has begun something here and not finished it. */
export function hasBegun(): boolean {
  return storedNames(`position:${storedPerson()}:`).some(
    (name) => readStored(name)?.includes('"finished":false') ?? false,
  )
}
