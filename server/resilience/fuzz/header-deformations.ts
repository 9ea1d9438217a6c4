import fc from 'fast-check'
import { contentTypes } from './content-types.ts'
import type { Deform } from './draft.ts'

/** What goes wrong with headers: names and values that HTTP allows. */

const uuid = '00000000-0000-4000-8000-000000000000'

const headerValues: Readonly<Record<string, readonly string[]>> = {
  authorization: [
    '',
    'Bearer',
    'Bearer ',
    'Bearer a.b.c',
    'bearer x y',
    `Bearer ${'a'.repeat(8_000)}`,
    'Basic Og==',
    'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
    'Bearer \xff',
  ],
  'x-deviceid': [
    '',
    uuid,
    uuid.toUpperCase(),
    'x',
    `${uuid} `,
    `{${uuid}}`,
    'a'.repeat(10_000),
    `${uuid},${uuid}`,
  ],
  cookie: [
    'XSRF-TOKEN=',
    `XSRF-TOKEN=${'a'.repeat(30)}`,
    '=',
    ';;;',
    'XSRF-TOKEN',
    `a=${'b'.repeat(8_000)}`,
    'XSRF-TOKEN=\xff',
  ],
  'x-xsrf-token': ['', 'x', 'a'.repeat(30), '\xff'],
  'if-none-match': ['*', '"x"', 'W/"', ',,,', `${'"a",'.repeat(2_000)}`, '"\xff"'],
  'cache-control': ['no-cache', 'max-age=0', 'max-age=-1', 'x=\xff'],
  accept: ['', '*/*;q=2', 'text/html', ';', 'a'.repeat(8_000)],
  'accept-encoding': ['', 'br;q=x', '*;q=0', 'gzip;;;q', 'identity;q=0, *;q=0', 'br, gzip, br'],
  'accept-language': ['*', 'x'.repeat(8_000)],
  'content-encoding': ['gzip', 'br', 'identity', 'x'],
  'content-length': ['0', '1', '-1', 'x', '1e3', '99999999999'],
  'user-agent': ['', '\xff\xfe', 'x'.repeat(8_000), '<script>', "'; --"],
  'x-forwarded-for': ['', '1.2.3.4', 'x', '::ffff:1.2.3.4%lo', ','.repeat(2_000)],
  'x-http-method-override': ['DELETE'],
  origin: ['null', 'https://evil.example', 'x', ''],
  host: ['', 'x', 'evil.example:99999', '[::1', 'a b', '\xff'],
  range: ['bytes=0-', 'bytes=-1', 'bytes=9-1', 'x'],
  expect: ['100-continue', 'x'],
  'transfer-encoding': ['chunked', 'gzip', 'identity'],
  upgrade: ['websocket', 'h2c'],
  connection: ['close', 'keep-alive', 'upgrade', 'x-deviceid'],
  'x-unknown': ['', 'x', '\xff', '\t'],
}

const headers: fc.Arbitrary<Deform> = fc.oneof(
  fc
    .constantFrom(
      ...Object.entries(headerValues).flatMap(([name, values]) =>
        values.map((value) => [name, value] as const),
      ),
    )
    .map(([name, value]) => withHeader(name)(value)),
  fc.nat(20).map((count) => withHeader('x-long')('x'.repeat(count * 500))),
)

const contentType = fc.constantFrom(...contentTypes).map(withHeader('content-type'))

export const headerDeformations: fc.Arbitrary<Deform> = fc.oneof(contentType, headers)

function withHeader(name: string) {
  return (value: string): Deform =>
    (draft) => ({
      ...draft,
      headers: [...draft.headers.filter(([known]) => known !== name), [name, value]],
    })
}
