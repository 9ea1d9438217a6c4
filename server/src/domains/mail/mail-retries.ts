const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

const pausesMs = [10 * secondMs, 30 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs]

/** How long a mail is tried: RFC 5321, 4.5.4.1, asks for four to five days at least. */
const patienceMs = 5 * 24 * hourMs

/** Tries after which a mail may be given up: a clock that is put forward a year makes no mail old. */
const leastAttempts = 24

/** No mail is due later than this, unless the clock has been put back since. */
export const longestWaitMs = 2 * hourMs

/** A mail server that is away is asked again this long after it was asked: it is not the mail that is to blame. */
export const awayPauseMs = 5 * secondMs

/** How long whoever has claimed a mail may take to send it; who takes longer has died. */
export const leaseMs = 2 * minuteMs

/**
 * When a mail that could not be sent is tried again; null when it is given up.
 *
 * @param attempts so far, at least 1
 */
export function nextAttemptAt(mail: { attempts: number; createdAt: number }, now: number): number | null {
  if (now - mail.createdAt >= patienceMs && mail.attempts >= leastAttempts) return null
  return now + (pausesMs[mail.attempts - 1] ?? hourMs)
}

const awayCodes = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'TimeoutError', 'TIMEOUT_ERR'])

/** Whether no mail server answered, whatever the mail was. */
export function isServerAway(error: unknown): boolean {
  const { code, responseCode } = failureReason(error)
  return responseCode === undefined && awayCodes.has(code)
}

/**
 * What may be said in the log about a failure. Mail servers repeat addresses, and messages may hold more: only codes
 * are kept, or the name of the error that has none.
 */
export function failureReason(error: unknown): { code: string; responseCode?: number } {
  const { code, name, responseCode } = (error ?? {}) as {
    code?: unknown
    name?: unknown
    responseCode?: unknown
  }
  const word = [code, name].find((text): text is string => typeof text === 'string' && /^\w+$/.test(text))
  return { code: word ?? 'unknown', ...(typeof responseCode === 'number' && { responseCode }) }
}
