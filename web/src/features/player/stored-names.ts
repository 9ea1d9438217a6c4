import { storedPerson } from './positions/recall-stored.ts'

/** Apart from what reads and writes them: the page looks for them before it loads all that. */
export const queueName = 'playerQueue'
export const settingsName = 'playerSettings'
export const knownQueueName = 'playerQueueKnown'
export const speedsName = 'playerSpeeds'
export const jumpsName = 'playerJumps'

/** Whether there is anything here that the player's bar and what comes with it are needed for. */
export function hasMemories(): boolean {
  return isStored(queueName) || isStored('position:')
}

/** Whether the listener has begun something here and not finished it. */
export function hasBegun(): boolean {
  return isStored(`position:${storedPerson()}:`, '"finished":false')
}

function isStored(start: string, part = ''): boolean {
  try {
    return Object.entries(localStorage).some(([name, text]) => name.startsWith(start) && text.includes(part))
  } catch {
    return false
  }
}
