/** A moment of a recording as `?t=` and `end=` of an address name it; with an end it is a clip. Seconds. */
export interface Moment {
  readonly startSeconds: number
  readonly endSeconds: number | null
}

const clock = /^(?:(\d{1,4}):)?(\d{1,6}):(\d\d)$/
const units = /^(?=\d)(?:(\d{1,4})h)?(?:(\d{1,6})m)?(?:(\d{1,8})s)?$/
const bare = /^\d{1,8}(?:\.\d{1,9})?$/

/** `90`, `90.5`, `90m`, `12:30` (minutes and seconds), `1:02:03`, `1h2m3s`; null for anything else. */
export function readSeconds(text: unknown): number | null {
  if (typeof text !== 'string') return null
  if (bare.test(text)) return Number(text)
  const isClock = clock.test(text)
  const [, hours, minutes, seconds] = (isClock ? clock : units).exec(text) ?? []
  const [inHour, inMinute] = [Number(minutes ?? 0), Number(seconds ?? 0)]
  if (isClock && (inMinute > 59 || (hours !== undefined && (inHour > 59 || minutes?.length !== 2))))
    return null
  const isNothing = hours === undefined && minutes === undefined && seconds === undefined
  return isNothing ? null : Number(hours ?? 0) * 3600 + inHour * 60 + inMinute
}

/**
 * Null without a moment within the recording. An end that is none, or not behind the start, is ignored; one past the
 * recording's end is that end.
 */
export function readMoment(
  { t, end }: { t?: unknown; end?: unknown },
  durationSeconds: number | null,
): Moment | null {
  const startSeconds = readSeconds(t)
  const last = durationSeconds ?? Number.POSITIVE_INFINITY
  if (startSeconds === null || startSeconds >= last) return null
  const endSeconds = readSeconds(end)
  const isClip = endSeconds !== null && endSeconds > startSeconds
  return { startSeconds, endSeconds: isClip ? Math.min(endSeconds, last) : null }
}

/** `1h2m3s`, and `3723.5` between whole seconds: what `readSeconds` reads, without signs that addresses escape. */
export function writeSeconds(seconds: number): string {
  const hundredths = Math.round(seconds * 100)
  if (hundredths % 100 !== 0) return String(hundredths / 100)
  const whole = hundredths / 100
  const parts = [
    [Math.floor(whole / 3600), 'h'],
    [Math.floor((whole % 3600) / 60), 'm'],
    [whole % 60, 's'],
  ] as const
  return parts.flatMap(([count, unit]) => (count > 0 ? `${count}${unit}` : [])).join('') || '0s'
}

/** The query of a link to a moment. */
export function momentQuery({ startSeconds, endSeconds }: Moment): string {
  const end = endSeconds === null ? '' : `&end=${writeSeconds(endSeconds)}`
  return `?t=${writeSeconds(startSeconds)}${end}`
}
