import { speedLimits } from './engine/state.ts'

const step = 0.1

export const usualSpeeds = [0.8, 1, 1.2, 1.5, 2] as const

/** The next tenth up or down. */
export function nextSpeed(speed: number, steps: 1 | -1): number {
  const tenths = Math.round(speed / step) + steps
  return Math.min(Math.max(tenths / 10, speedLimits.least), speedLimits.most)
}

/** `1×`, `1.2×`, `1.25×`. */
export function formatSpeed(speed: number): string {
  return `${Number(speed.toFixed(2))}×`
}
