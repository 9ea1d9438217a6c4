const clock = /^(?:(?:(\d{1,4}):)?(\d{1,4}):)?(\d{1,5})(?:[.,](\d{1,3}))?$/

/** Milliseconds of `1:02:03.4`, `62:03`, `75,5`; null for what is no time. */
export function parseTime(text: string): number | null {
  const [, hours, minutes, seconds, fraction = ''] = clock.exec(text.trim()) ?? []
  if (seconds === undefined) return null
  if (minutes !== undefined && Number(seconds) > 59) return null
  if (hours !== undefined && Number(minutes) > 59) return null
  const whole = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds)
  return whole * 1000 + Number(fraction.padEnd(3, '0'))
}

/** Milliseconds of a time with a sign or without. */
export function parseAmount(text: string): number | null {
  const [, sign, time = ''] = /^\s*([+\-−–]?)\s*(.*)$/.exec(text) ?? []
  const amount = parseTime(time)
  return amount === null ? null : sign === '' || sign === '+' ? amount : -amount
}

/** `1:02:03.4`, to the nearest tenth. */
export function formatTenths(ms: number): string {
  const tenths = Math.round(Math.abs(ms) / 100)
  const seconds = Math.floor(tenths / 10)
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `${ms < 0 ? '−' : ''}${hours}:${two(minutes)}:${two(rest)}.${tenths % 10}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
