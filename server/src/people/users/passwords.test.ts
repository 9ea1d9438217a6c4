import { hash } from '@node-rs/argon2'
import { expect, it, vi } from 'vitest'
import { password } from '../../testing/people.ts'

it('answers for an address that nobody has once a busy moment is over, also when that was the first', async () => {
  vi.resetModules()
  const { verifyPassword } = await import('./passwords.ts')
  const cheap = await hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 })
  // More than may wait.
  const others = Promise.allSettled(Array.from({ length: 300 }, () => verifyPassword(cheap, password)))
  await expect(verifyPassword(undefined, password)).rejects.toMatchObject({ code: 'ServiceUnavailable' })
  await others
  expect(await verifyPassword(undefined, password)).toBe(false)
})
