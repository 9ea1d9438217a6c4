import { afterEach, expect, test, vi } from 'vitest'
import { type ApiQuery, forgetPrivateAnswers, load, queryClient } from './query-client.ts'

afterEach(() => queryClient.clear())

const slow = (queryFn: () => Promise<string>): ApiQuery<string> => ({
  queryKey: ['api', '/users/profiles/me'],
  queryFn,
})

test('an answer that is forgotten on its way is asked for again', async () => {
  const ask = vi
    .fn<() => Promise<string>>()
    .mockReturnValueOnce(new Promise(() => {}))
    .mockResolvedValue('of the one who is here now')
  const loaded = load(slow(ask))
  await expect.poll(() => ask).toHaveBeenCalledOnce()
  forgetPrivateAnswers(true)
  expect(await loaded).toBe('of the one who is here now')
  expect(ask).toHaveBeenCalledTimes(2)
})

test('nothing is asked again once nobody is signed in', async () => {
  const ask = vi.fn<() => Promise<string>>().mockReturnValue(new Promise(() => {}))
  const loaded = load(slow(ask))
  await expect.poll(() => ask).toHaveBeenCalledOnce()
  forgetPrivateAnswers(false)
  await expect(loaded).rejects.toThrow('CancelledError')
  expect(ask).toHaveBeenCalledOnce()
})
