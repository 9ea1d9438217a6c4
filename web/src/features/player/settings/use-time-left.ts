import { formatLength, secondsLeft } from '../../../lib/format-time.ts'
import { usePlayer, usePosition } from '../player.ts'
import { shownDuration } from '../reducer/state.ts'
import { formatSpeed } from './speeds.ts'

/** The time to the end of the track at the present speed, and that speed unless it is 1; null without a duration. */
export function useTimeLeft(): [time: string, speed: string | null] | null {
  const duration = usePlayer(shownDuration)
  const speed = usePlayer((state) => state.speed)
  const time = usePosition(({ position }) => formatLength(secondsLeft(duration ?? 0, position) / speed))
  return time === null ? null : [time, speed === 1 ? null : formatSpeed(speed)]
}
