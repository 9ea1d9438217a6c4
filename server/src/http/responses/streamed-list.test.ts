import fc from 'fast-check'
import { expect, it } from 'vitest'
import { StreamedList, serializeStreamedList } from './streamed-list.ts'

const item = fc.record({ id: fc.nat(), text: fc.string({ unit: 'binary' }) })
const frames: [what: string, frame: (items: readonly unknown[]) => unknown][] = [
  ['a list', (items) => items],
  ['a list in a record', (items) => ({ name: '[]', items, last: '"items":[]' })],
  ['a list in a record in a record', (items) => ({ inner: { list: items }, other: [] })],
]

it.each(frames)('slices of %s make the text that the whole would have', async (_what, frame) => {
  const property = fc.asyncProperty(fc.array(fc.array(item)), async (slices) => {
    const read = () =>
      (async function* () {
        yield* slices
      })()
    const texts = await Array.fromAsync(
      serializeStreamedList(new StreamedList(frame, read), (value) => JSON.stringify(value)),
    )
    expect(texts.join('')).toBe(JSON.stringify(frame(slices.flat())))
  })
  await fc.assert(property)
})
