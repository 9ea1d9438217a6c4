const dayMilliseconds = 24 * 60 * 60 * 1000

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' })
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

/** `Today`, `Yesterday`, `Thursday` up to six days back, else `12 November 2025`; in the reader's time zone. */
export function formatDay(instant: string, now: number = Date.now()): string {
  const day = new Date(instant)
  const days = Math.round((startOf(new Date(now)) - startOf(day)) / dayMilliseconds)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return days > 1 && days < 7 ? weekday.format(day) : date.format(day)
}

function startOf(time: Date): number {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime()
}
