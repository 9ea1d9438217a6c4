import fc from 'fast-check'
import { Encoded, type Value } from './draft.ts'
import { brokenAddresses, brokenNames } from '../hostile-strings/mail.ts'
import { markupStrings } from '../hostile-strings/markup.ts'
import { climbs } from '../hostile-strings/paths.ts'
import { redirectStrings } from '../hostile-strings/redirects.ts'
import { sqlStrings } from '../hostile-strings/sql.ts'
import { encodedPieces, megabyteTexts, oddInstants, oddTexts } from '../hostile-strings/texts.ts'

/** Texts and values that nobody should send, in addresses, in JSON or in the parts of a form. */

/** What means something to somebody: to a database, a file system, a browser, a mail server. */
const meaningful = fc.constantFrom(
  sqlStrings,
  climbs,
  markupStrings,
  redirectStrings,
  brokenAddresses,
  brokenNames,
)

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 3, arbitrary: meaningful.chain((texts) => fc.constantFrom(...texts)) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  // Lone surrogates in between.
  {
    weight: 3,
    arbitrary: fc.array(fc.nat(0xffff), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
  },
  { weight: 2, arbitrary: fc.constantFrom(...oddInstants) },
)

/** What stands in an address as it is. */
export const encodedPiece: fc.Arbitrary<Encoded> = fc
  .constantFrom(...encodedPieces)
  .map((text) => new Encoded(text))

const depth = 1_000

const hostileNumbers: readonly (number | Encoded)[] = [
  ...[0, -1, 1.5, -0.000_000_1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e21],
  ...[
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
    Number.MIN_VALUE,
  ],
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
  { weight: 1, arbitrary: fc.constantFrom(...megabyteTexts) },
)
