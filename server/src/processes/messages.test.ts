import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readMessages, writeMessage } from './messages.ts'

const message = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
)

function written(messages: readonly unknown[]): Buffer {
  const output = new PassThrough()
  for (const each of messages) writeMessage(output, each)
  return (output.read() as Buffer | null) ?? Buffer.alloc(0)
}

function readInPieces(
  bytes: Buffer,
  sizes: Iterable<number>,
): { readonly read: unknown[]; readonly input: PassThrough } {
  const [read, input] = [[] as unknown[], new PassThrough()]
  readMessages(input, (each) => read.push(each))
  let at = 0
  for (const size of sizes) input.emit('data', bytes.subarray(at, (at += size)))
  input.emit('data', bytes.subarray(at))
  return { read, input }
}

it('messages arrive whole and in their order, however their bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(message), fc.array(fc.integer({ min: 0, max: 40 })), (messages, sizes) => {
      const { read } = readInPieces(written(messages), sizes)
      expect(read).toEqual(
        messages.map((each) => (each instanceof Uint8Array ? Buffer.from(each) : structuredClone(each))),
      )
    }),
  )
})

it('one that is cut off is left out', () => {
  const bytes = written([{ found: 1 }, { found: 2 }])
  expect(readInPieces(bytes.subarray(0, -1), []).read).toEqual([{ found: 1 }])
})

it('bytes that are no message end the input, and what came before them is taken', async () => {
  const bytes = Buffer.concat([written([{ found: 1 }]), Buffer.from([0, 0, 0, 2, 0, 7, 7])])
  const { read, input } = readInPieces(bytes, [])
  expect(read).toEqual([{ found: 1 }])
  expect(input.destroyed).toBe(true)
  await expect(new Promise((_resolve, reject) => input.once('error', reject))).rejects.toThrow('deserialize')
})
