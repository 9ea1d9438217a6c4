import { formatLength } from '../../../lib/format-length.ts'
import { secondsLeft } from '../../../lib/format-time.ts'
import { usePlayer, usePosition } from '../player.ts'
import { shownDuration, speedLimits } from '../reducer/state.ts'

export const speedStep = 0.05

export const usualSpeeds = [0.8, 1, 1.2, 1.4, 1.7, 2] as const

/** The next tenth, for keys. */
export function nextSpeed(speed: number, steps: 1 | -1): number {
  const tenths = Number((speed * 10).toFixed(2))
  return bounded((steps > 0 ? Math.floor(tenths) + 1 : Math.ceil(tenths) - 1) / 10)
}

/** The next step of the slider. */
export function nearSpeed(speed: number, steps: 1 | -1): number {
  return bounded((Math.round(speed / speedStep) + steps) / 20)
}

function bounded(speed: number): number {
  return Math.min(Math.max(speed, speedLimits.least), speedLimits.most)
}

/** `1×`, `1.2×`, `1.25×`. */
export function formatSpeed(speed: number): string {
  return `${Number(speed.toFixed(2))}×`
}

/** The time to the end of the track at the present speed, and that speed unless it is 1; null without a duration. */
export function useTimeLeft(): [time: string, speed: string | null] | null {
  const duration = usePlayer(shownDuration)
  const speed = usePlayer((state) => state.speed)
  const time = usePosition(({ position }) => formatLength(secondsLeft(duration ?? 0, position) / speed))
  return time === null ? null : [time, speed === 1 ? null : formatSpeed(speed)]
}
