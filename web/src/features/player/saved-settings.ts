import { readFields, writeFields } from '../../lib/browser-storage.ts'
import type { Player } from './engine/player.ts'

/** Volume and muting, as the listener left them. */
export function restoreSettings(player: Player): void {
  const { volume, muted } = readFields('playerSettings')
  if (typeof volume === 'number') player.send({ type: 'set-volume', volume })
  if (muted === true) player.send({ type: 'set-muted', muted })
}

export function keepSettingsSaved(player: Player): () => void {
  return player.store.subscribe(({ volume, muted }, before) => {
    if (volume !== before.volume || muted !== before.muted) writeFields('playerSettings', { volume, muted })
  })
}
