import { expect, it } from 'vitest'
import { SharedWork } from './shared-work.ts'

function makeWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const signals: AbortSignal[] = []
  const work = async (signal: AbortSignal) => {
    signals.push(signal)
    signal.addEventListener('abort', () => reject(signal.reason as Error))
    return await promise
  }
  return { work, resolve, signals }
}

const client = () => new AbortController()

it('is done once for all who ask at a time, and again for those after', async () => {
  const shared = new SharedWork<string>()
  const first = makeWork()
  const asked = [1, 2, 3].map(() => shared.join('a', client().signal, first.work))
  const other = makeWork()
  const beside = shared.join('b', client().signal, other.work)
  first.resolve('one')
  other.resolve('two')
  expect(await Promise.all([...asked, beside])).toEqual(['one', 'one', 'one', 'two'])
  expect(first.signals).toHaveLength(1)
  const later = makeWork()
  later.resolve('three')
  expect(await shared.join('a', client().signal, later.work)).toBe('three')
})

it('goes on for those who stay', async () => {
  const shared = new SharedWork<string>()
  const { work, resolve, signals } = makeWork()
  const [leaving, staying] = [client(), client()]
  const left = shared.join('a', leaving.signal, work)
  const stayed = shared.join('a', staying.signal, work)
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  expect(signals[0]?.aborted).toBe(false)
  resolve('done')
  expect(await stayed).toBe('done')
})

it('ends with the last who waits, and is begun anew for those who come then', async () => {
  const shared = new SharedWork<string>()
  const { work, signals } = makeWork()
  const clients = [client(), client()]
  const asked = clients.map(({ signal }) => shared.join('a', signal, work))
  for (const one of clients) one.abort(new Error('left'))
  const again = makeWork()
  again.resolve('again')
  expect(await shared.join('a', client().signal, again.work)).toBe('again')
  for (const one of asked) await expect(one).rejects.toThrow('left')
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

it('fails for all who wait, and not for those after', async () => {
  const shared = new SharedWork<string>()
  const failing = async () => await Promise.reject(new Error('broken'))
  const asked = [1, 2].map(() => shared.join('a', client().signal, failing))
  for (const one of asked) await expect(one).rejects.toThrow('broken')
  expect(await shared.join('a', client().signal, async () => 'whole')).toBe('whole')
})

it('is not begun for those who have left before', async () => {
  const { work, signals } = makeWork()
  const left = AbortSignal.abort(new Error('left'))
  await expect(new SharedWork<string>().join('a', left, work)).rejects.toThrow('left')
  expect(signals).toEqual([])
})
