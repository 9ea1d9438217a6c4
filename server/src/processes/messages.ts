import type { Readable, Writable } from 'node:stream'
import { deserialize, serialize } from 'node:v8'

/**
 * Messages between the program and its children, over a socket: structured clones as V8 writes them, and bytes as they
 * are. Before each stand its length in bytes (32 bits, big-endian) and its kind.
 */

const headBytes = 5
const kinds = { clone: 0, bytes: 1 }

/** Bytes are not copied: they must not change before they are sent. */
export function writeMessage(output: Writable, message: unknown, sent?: () => void): void {
  const isBytes = message instanceof Uint8Array
  const body = isBytes ? message : serialize(message)
  const head = Buffer.alloc(headBytes, isBytes ? kinds.bytes : kinds.clone)
  head.writeUInt32BE(body.length)
  output.cork()
  output.write(head)
  output.write(body, sent)
  output.uncork()
}

/**
 * A message that is cut off by the end of the input is left out; one that cannot be read, or for which there is no memory,
 * destroys the input.
 */
export function readMessages(input: Readable, take: (message: unknown) => void): void {
  const reader = readInSteps()
  const next = (chunk?: Buffer): Read | undefined => {
    try {
      return reader.next(chunk).value
    } catch (error) {
      input.destroy(error as Error)
      return undefined
    }
  }
  reader.next()
  input.on('data', (chunk: Buffer) => {
    for (let found = next(chunk); found; found = next()) take(found.message)
  })
}

interface Read {
  readonly message: unknown
}

/** Yields what it has read, and nothing where it needs the next chunk. */
function* readInSteps(): Generator<Read | undefined, undefined, Buffer | undefined> {
  let chunk = yield
  function* filled(target: Buffer): Generator<undefined, Buffer, Buffer | undefined> {
    for (let length = 0; length < target.length; ) {
      while (!chunk?.length) chunk = yield
      const copied = chunk.copy(target, length)
      length += copied
      chunk = chunk.subarray(copied)
    }
    return target
  }
  for (;;) {
    const head = yield* filled(Buffer.alloc(headBytes))
    const body = yield* filled(Buffer.allocUnsafe(head.readUInt32BE()))
    yield { message: head[headBytes - 1] === kinds.bytes ? body : (deserialize(body) as unknown) }
  }
}
