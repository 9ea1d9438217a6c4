/** Apart from the other forms of time, because the first page needs it alone. Rounded down. */

/** `45 s`, `31 min`, `2 h 4 min`; null for an unknown length. */
export function formatLength(seconds: number | null): string | null {
  if (seconds === null || !Number.isFinite(seconds) || seconds <= 0) return null
  const [hours, minutes, rest] = clockParts(seconds)
  if (hours === 0 && minutes === 0) return `${Math.max(rest, 1)} s`
  if (hours === 0) return `${minutes} min`
  return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`
}

export function clockParts(seconds: number): [hours: number, minutes: number, seconds: number] {
  const whole = Math.floor(seconds)
  return [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
}
