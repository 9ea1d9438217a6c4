import { randomBytes } from 'node:crypto'
import { AppError } from '../../errors.ts'

/**
 * Passwords are stored as argon2id hashes (RFC 9106) of their NFKC form. A hash takes 40 ms of a processor and 19 MiB;
 * more than two at once starve the reading of files, so further ones wait, and beyond a limit are refused.
 */

const options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
const mostAtOnce = 2
const mostWaiting = 256
/** Milliseconds after which a refused caller may retry. */
const busyMs = 5_000

export async function hashPassword(password: string): Promise<string> {
  return await inQueue(async () => (await loadArgon2()).hash(password.normalize('NFKC'), options))
}

/** Whether the password is that of the hash; without a hash false, after as long. */
export async function verifyPassword(kept: string | null | undefined, password: string): Promise<boolean> {
  const against = kept ?? (await decoyHash())
  const isRight = await inQueue(async () => (await loadArgon2()).verify(against, password.normalize('NFKC')))
  return isRight && kept != null
}

let decoy: Promise<string> | null = null

/** The hash of a random password. */
function decoyHash(): Promise<string> {
  decoy ??= hashPassword(randomBytes(32).toString('base64url')).catch((error: unknown) => {
    // A refused hash is made by the next caller.
    decoy = null
    throw error
  })
  return decoy
}

/** Loaded with the first password, for the sake of memory. */
function loadArgon2() {
  return import('@node-rs/argon2')
}

let running = 0
const waiting: (() => void)[] = []

async function inQueue<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) {
    if (waiting.length >= mostWaiting) throw new AppError('ServiceUnavailable', { retryAfterMs: busyMs })
    // A finished one hands over its slot.
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
