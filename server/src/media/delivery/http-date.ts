const shortMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const rfc850Form =
  /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (\d\d)-([A-Z][a-z]{2})-(\d\d) (\d\d:\d\d:\d\d) GMT$/
const asctimeForm = /^([A-Z][a-z]{2}) ([A-Z][a-z]{2}) ([ \d]\d) (\d\d:\d\d:\d\d) (\d{4})$/

export function formatHttpDate(epochMs: number): string {
  return new Date(epochMs).toUTCString()
}

/** Epoch milliseconds of an HTTP-date (RFC 9110, 5.6.7) in any of its three forms; null for anything else. */
export function parseHttpDate(text: string, now: number): number | null {
  const preferred = fromRfc850(text, now) ?? fromAsctime(text) ?? text
  const epochMs = Date.parse(preferred)
  return !Number.isNaN(epochMs) && formatHttpDate(epochMs) === preferred ? epochMs : null
}

/** A year more than 50 years ahead belongs to the last century (RFC 9110, 5.6.7). */
function fromRfc850(text: string, now: number): string | null {
  const [, weekday, day, month, shortYear, time] = rfc850Form.exec(text) ?? []
  if (weekday === undefined) return null
  const thisYear = new Date(now).getUTCFullYear()
  let year = thisYear - (thisYear % 100) + Number(shortYear)
  if (year > thisYear + 50) year -= 100
  return `${weekday.slice(0, 3)}, ${day} ${month} ${year} ${time} GMT`
}

function fromAsctime(text: string): string | null {
  const [, weekday, month, day, time, year] = asctimeForm.exec(text) ?? []
  if (month === undefined || !shortMonths.includes(month)) return null
  return `${weekday}, ${day?.replace(' ', '0')} ${month} ${year} ${time} GMT`
}
