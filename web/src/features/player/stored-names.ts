import { positionName, storedPerson } from './positions/recall-stored.ts'

/** Apart from what reads and writes them: the page looks for them before it loads all that. */
export const queueName = 'playerQueue'
export const settingsName = 'playerSettings'
export const knownQueueName = 'playerQueueKnown'
export const speedsName = 'playerSpeeds'
export const jumpsName = 'playerJumps'

/** Whether there is anything here that the player's bar and what comes with it are needed for. */
export function hasMemories(): boolean {
  return stored().some(([name]) => name === queueName || name.startsWith('position:'))
}

/** Whether the listener has begun something here and not finished it. */
export function hasBegun(): boolean {
  const own = positionName(storedPerson(), { kind: 'audio-book', id: 0 }).split('audio')[0] ?? ''
  return stored().some(([name, text]) => name.startsWith(own) && text.includes('"finished":false'))
}

function stored(): [name: string, text: string][] {
  try {
    return Object.entries(localStorage) as [string, string][]
  } catch {
    return []
  }
}
