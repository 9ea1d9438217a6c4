import { clockParts } from './format-length.ts'

/** All times are rounded down. A clock: `12:04`, `1:02:11`; `00:00` for an unknown, endless or negative one. */
export function formatTime(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return '00:00'
  const [hours, minutes, rest] = clockParts(seconds)
  const tail = `${two(minutes)}:${two(rest)}`
  return hours > 0 ? `${hours}:${tail}` : tail
}

/** For screen readers: `12 minutes 4 seconds`, `1 hour 2 minutes 11 seconds`. */
export function spokenTime(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return '0 seconds'
  const [hours, minutes, rest] = clockParts(seconds)
  const words = [counted(hours, 'hour'), counted(minutes, 'minute'), counted(rest, 'second')]
  return words.filter((word) => word !== null).join(' ') || '0 seconds'
}

/** `12 minutes 4 seconds of 31 minutes`. */
export function spokenProgress(seconds: number, whole: number | null): string {
  return whole === null ? spokenTime(seconds) : `${spokenTime(seconds)} of ${spokenTime(whole)}`
}

/** Whole seconds to the end: with the shown position they add up to the shown length. */
export function secondsLeft(durationSeconds: number, position: number): number {
  return Math.max(Math.floor(durationSeconds) - Math.floor(position), 0)
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** `just now`, `8 min ago`, `3 h ago`, `1 day ago`. */
export function formatAgo(seconds: number): string {
  if (!(seconds >= minute)) return 'just now'
  if (seconds < hour) return `${Math.floor(seconds / minute)} min ago`
  if (seconds < day) return `${Math.floor(seconds / hour)} h ago`
  const days = Math.floor(seconds / day)
  return days === 1 ? '1 day ago' : `${days} days ago`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}

function counted(count: number, unit: string): string | null {
  if (count === 0) return null
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
