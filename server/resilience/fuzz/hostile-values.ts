import fc from 'fast-check'
import { Encoded, type Value } from './draft.ts'
import { hostileText, longTexts } from './hostile-texts.ts'

/** Values that nobody should send in JSON or in the parts of a form. */

const depth = 1_000

const hostileNumbers: readonly (number | Encoded)[] = [
  0,
  -1,
  1.5,
  -0.000_000_1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  2 ** 63,
  1e21,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  Number.MIN_VALUE,
  ...['-0', '1e400', '-1e400', '1.0', '1e0', '9007199254740993', '1' + '0'.repeat(5_000)].map(
    (text) => new Encoded(text),
  ),
]

const hostileShapes: readonly Value[] = [
  null,
  true,
  false,
  [],
  [[]],
  [null],
  {},
  Array<null>(1_001).fill(null),
  Array<number>(100_000).fill(1),
  { length: -1 },
  Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`field${at}`, at])),
  ...[
    '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
    '{"then":"x","toJSON":1,"toString":null,"valueOf":[]}',
    '{"a":1,"a":2,"id":1,"id":2}',
    `${'['.repeat(depth)}${']'.repeat(depth)}`,
    `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  ].map((text) => new Encoded(text)),
]

export const hostileValue: fc.Arbitrary<Value> = fc.oneof(
  { weight: 8, arbitrary: hostileText },
  { weight: 4, arbitrary: fc.constantFrom(...hostileNumbers) },
  { weight: 3, arbitrary: fc.double().map((number) => (Number.isFinite(number) ? number : 0)) },
  { weight: 4, arbitrary: fc.constantFrom(...hostileShapes) },
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Value> },
  { weight: 1, arbitrary: fc.constantFrom(...longTexts) },
)
