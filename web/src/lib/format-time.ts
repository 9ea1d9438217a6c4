/** A time on a clock: `12:04`, `1:02:11`; `00:00` for one that is unknown, endless or negative. */
export function formatTime(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return '00:00'
  const [hours, minutes, rest] = parts(seconds)
  const tail = `${two(minutes)}:${two(rest)}`
  return hours > 0 ? `${hours}:${tail}` : tail
}

/** The same in words, for a voice: `12 minutes 4 seconds`, `1 hour 2 minutes 11 seconds`. */
export function spokenTime(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return '0 seconds'
  const [hours, minutes, rest] = parts(seconds)
  const words = [counted(hours, 'hour'), counted(minutes, 'minute'), counted(rest, 'second')]
  return words.filter((word) => word !== null).join(' ') || '0 seconds'
}

/** `12 minutes 4 seconds of 31 minutes`; without the whole when that is unknown. */
export function spokenProgress(seconds: number, whole: number | null): string {
  return whole === null ? spokenTime(seconds) : `${spokenTime(seconds)} of ${spokenTime(whole)}`
}

function parts(seconds: number): [hours: number, minutes: number, seconds: number] {
  const whole = Math.floor(seconds)
  return [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}

function counted(count: number, unit: string): string | null {
  if (count === 0) return null
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
