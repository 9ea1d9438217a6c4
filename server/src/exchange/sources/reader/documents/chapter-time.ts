const clock = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,9}(?:\.\d{1,9})?)$/
const maxSeconds = 1_000 * 3600

/** Seconds of `ss`, `mm:ss`, `hh:mm:ss`, each with decimals (normal play time, RFC 2326). */
export function parseChapterTime(given: string | number | null): number | null {
  const text = String(given ?? '')
    .trim()
    .replace(/^npt[:=]/i, '')
    .replace(',', '.')
  const [, hours = '0', minutes = '0', seconds] = clock.exec(text) ?? []
  if (seconds === undefined) return null
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return total <= maxSeconds ? Math.round(total * 1000) / 1000 : null
}
