import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { EgressError } from './egress.ts'

export const acceptedCodings = 'gzip, deflate, br'

export interface BodyLimits {
  readonly maxWireBytes: number
  readonly maxDecodedBytes: number
}

/** @throws EgressError `CodingRefused` for several codings, or one that was not asked for */
export function contentCoding(header: string | undefined): 'gzip' | 'deflate' | 'br' | null {
  const coding = (header ?? '').trim().toLowerCase().replace(/^x-/, '')
  if (coding === '' || coding === 'identity') return null
  if (coding === 'gzip' || coding === 'deflate' || coding === 'br') return coding
  throw new EgressError('CodingRefused', `Its content coding is ${coding.slice(0, 40)}`)
}

/**
 * All bytes of a body, decoded as they arrive: the rest of one that passes a limit is neither received nor decoded.
 *
 * @throws EgressError `TooLarge`, `CodingRefused`
 */
export async function readBody(
  body: Readable,
  coding: ReturnType<typeof contentCoding>,
  limits: BodyLimits,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  const collect = async (source: AsyncIterable<Uint8Array>) => {
    for await (const chunk of counted(source, limits.maxDecodedBytes)) chunks.push(chunk)
  }
  const wire = (source: AsyncIterable<Uint8Array>) => counted(source, limits.maxWireBytes)
  if (coding === null) await pipeline(body, wire, collect)
  else await pipeline(body, wire, (source) => decoded(source, coding), collect)
  return Buffer.concat(chunks)
}

async function* counted(source: AsyncIterable<Uint8Array>, maxBytes: number) {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new EgressError('TooLarge', `More than ${maxBytes} bytes`)
    yield chunk
  }
}

/** An empty body has no coding, whatever its header says. */
async function* decoded(source: AsyncIterable<Uint8Array>, coding: 'gzip' | 'deflate' | 'br') {
  const chunks = source[Symbol.asyncIterator]()
  let first = await chunks.next()
  while (first.done !== true && first.value.byteLength === 0) first = await chunks.next()
  if (first.done === true) return
  const decoder = decoderOf(coding, first.value)
  const rest = { [Symbol.asyncIterator]: () => chunks }
  const feeding = pipeline(async function* () {
    yield first.value
    yield* rest
  }, decoder)
  feeding.catch(() => undefined)
  try {
    yield* decoder as AsyncIterable<Uint8Array>
    await feeding
  } catch (error) {
    throw isDecoderError(error) ? new EgressError('CodingRefused', `Its ${coding} is broken`) : error
  }
}

/** `deflate` is zlib (RFC 9110, 8.4.1.2), or what some servers send in its name: deflate alone. */
function decoderOf(coding: 'gzip' | 'deflate' | 'br', [first = 0, second = 0]: Uint8Array): Transform {
  if (coding === 'gzip') return createGunzip()
  if (coding === 'br') return createBrotliDecompress()
  const isZlib = (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0
  return isZlib ? createInflate() : createInflateRaw()
}

function isDecoderError(error: unknown): boolean {
  return /^(Z_|ERR_|ERR__)/.test((error as NodeJS.ErrnoException).code ?? '') && !isEgressError(error)
}

const isEgressError = (error: unknown) => error instanceof EgressError
