import type { Player } from './engine/player.ts'
import { settingsName } from './stored-names.ts'

/** Volume and muting, as the listener left them. */
export function restoreSettings(player: Player): void {
  const saved = read()
  if (typeof saved.volume === 'number') player.send({ type: 'set-volume', volume: saved.volume })
  if (saved.muted === true) player.send({ type: 'set-muted', muted: true })
}

export function keepSettingsSaved(player: Player): () => void {
  return player.store.subscribe(({ volume, muted }, before) => {
    if (volume === before.volume && muted === before.muted) return
    try {
      localStorage.setItem(settingsName, JSON.stringify({ volume, muted }))
    } catch {
      // A browser that refuses storage forgets, no more.
    }
  })
}

function read(): { volume?: unknown; muted?: unknown } {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(settingsName) ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
