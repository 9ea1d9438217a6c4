import fc from 'fast-check'
import { bytesType } from '@earmark/contract/endpoint.ts'
import type { PlacedOperation } from '../../src/testing/api-document.ts'
import { namedFile } from '../../src/testing/tus.ts'
import type { DraftBody, Header } from './draft.ts'

/** What requests of tus say in headers, which the document has in words alone. */

export interface TusDraft {
  readonly headers: fc.Arbitrary<readonly Header[]>
  readonly body: fc.Arbitrary<DraftBody>
}

const sizeBytes = 10
const piece = Buffer.from('12345')
const names = ['Book/01.mp3', '01.mp3', 'ü/ß.mp3']
const batches = ['7f0c3c0a-6d0e-4c58-9a57-0d8f1c1f2a01', '7f0c3c0a-6d0e-4c58-9a57-0d8f1c1f2a02']

const nothing = fc.constant<DraftBody>({ kind: 'none' })
const bytes = fc.constant<DraftBody>({ kind: 'raw', bytes: piece, type: bytesType })
const version: Header = ['tus-resumable', '1.0.0']

const creation = fc
  .record({ name: fc.constantFrom(...names), batch: fc.constantFrom(...batches) })
  .map(({ name, batch }): readonly Header[] => [
    version,
    ['upload-length', String(sizeBytes)],
    ['upload-metadata', namedFile(name, batch)],
  ])
const continuation = fc
  .constantFrom('0', '5', '5', '10')
  .map((offset): readonly Header[] => [version, ['upload-offset', offset]])

/** Undefined for other operations. */
export function tusDraftOf({ path, method }: PlacedOperation): TusDraft | undefined {
  if (!/\/uploads(\/|$)/.test(path) || method === 'get') return undefined
  if (method === 'post') return { headers: creation, body: fc.oneof(nothing, bytes) }
  if (method === 'patch') return { headers: continuation, body: bytes }
  return { headers: fc.constant([version]), body: nothing }
}
