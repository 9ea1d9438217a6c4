import { randomBytes } from 'node:crypto'
import { AppError } from '../../errors.ts'

/**
 * Passwords are kept as argon2id hashes (RFC 9106) of their NFKC form: what looks the same is the same, whatever
 * keyboard typed it. Hashing takes 40 ms of a processor and 19 MiB; more than two at once starve the reading of
 * files, so the others wait, and beyond a limit are sent away.
 */

const options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
const mostAtOnce = 2
const mostWaiting = 256
/** Milliseconds after which somebody who was sent away may come again. */
const busyMs = 5_000

export async function hashPassword(password: string): Promise<string> {
  return await inLine(async () => (await loadArgon2()).hash(password.normalize('NFKC'), options))
}

/**
 * Whether this is the password of a hash. Without one (nobody has that address, or no password yet) it takes as
 * long and the answer is no.
 */
export async function verifyPassword(kept: string | null | undefined, password: string): Promise<boolean> {
  const against = kept ?? (await nobodysHash())
  const isRight = await inLine(async () => (await loadArgon2()).verify(against, password.normalize('NFKC')))
  return isRight && kept != null
}

let nobodys: Promise<string> | null = null

/** The hash of a password that nobody knows. */
function nobodysHash(): Promise<string> {
  nobodys ??= hashPassword(randomBytes(32).toString('base64url')).catch((error: unknown) => {
    // Sent away in a busy moment: the next one tries again.
    nobodys = null
    throw error
  })
  return nobodys
}

/** Loaded with the first password: a server that nobody signs in to does without. */
function loadArgon2() {
  return import('@node-rs/argon2')
}

let running = 0
const waiting: (() => void)[] = []

async function inLine<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) {
    if (waiting.length >= mostWaiting) throw new AppError('ServiceUnavailable', { retryAfterMs: busyMs })
    // Whoever is done hands over its place.
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
