import type { Player } from './engine/player.ts'
import { settingsName } from './stored-names.ts'

/** Speed, volume and muting, as the listener left them. */
export function restoreSettings(player: Player): void {
  const saved = read()
  if (typeof saved.volume === 'number') player.send({ type: 'set-volume', volume: saved.volume })
  if (typeof saved.speed === 'number') player.send({ type: 'set-speed', speed: saved.speed })
  if (saved.muted === true) player.send({ type: 'set-muted', muted: true })
}

export function keepSettingsSaved(player: Player): () => void {
  return player.store.subscribe(({ speed, volume, muted }, before) => {
    if (speed === before.speed && volume === before.volume && muted === before.muted) return
    try {
      localStorage.setItem(settingsName, JSON.stringify({ speed, volume, muted }))
    } catch {
      // A browser that refuses storage forgets, no more.
    }
  })
}

function read(): { speed?: unknown; volume?: unknown; muted?: unknown } {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(settingsName) ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
