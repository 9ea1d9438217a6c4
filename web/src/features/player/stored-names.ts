/** Apart from what reads and writes them: the page looks for a saved queue before it loads all that. */
export const queueName = 'playerQueue'
export const settingsName = 'playerSettings'
export const knownQueueName = 'playerQueueKnown'
export const speedsName = 'playerSpeeds'
export const jumpsName = 'playerJumps'

export function hasSavedQueue(): boolean {
  try {
    return localStorage.getItem(queueName) !== null
  } catch {
    return false
  }
}
