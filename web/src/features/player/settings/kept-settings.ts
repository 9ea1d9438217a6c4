import { create } from 'zustand'
import { readFields, writeFields } from '../../../lib/browser-storage.ts'
import type { Player } from '../audio/player.ts'

export const jumpLimits = { least: 5, most: 90, step: 5 } as const

export type Jumps = { backSeconds: number; forwardSeconds: number }

/** The jumps of keys, buttons and the system's controls, stored in this browser. */
export const useJumps = create<Jumps>(() => readJumps(readFields('playerJumps')))

export function setJump(change: Partial<Jumps>): void {
  const jumps = readJumps({ ...useJumps.getState(), ...change })
  useJumps.setState(jumps)
  writeFields('playerJumps', jumps)
}

/** Invalid values become the defaults. */
export function readJumps({ backSeconds, forwardSeconds }: { [key in keyof Jumps]?: unknown }): Jumps {
  return { backSeconds: jump(backSeconds, 10), forwardSeconds: jump(forwardSeconds, 30) }
}

function jump(seconds: unknown, otherwise: number): number {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return otherwise
  const { least, most, step } = jumpLimits
  return Math.min(Math.max(Math.round(seconds / step) * step, least), most)
}

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
