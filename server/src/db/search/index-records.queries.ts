import { fewestLetters } from '@earmark/contract/typing-errors.ts'
import type { Connection, Dialect } from '../engine/dialect.ts'
import type { IndexedTokens } from '../engine/full-text.ts'
import { indexes, type SearchKind } from './indexes.ts'
import { namedKinds, type NamedKind } from './names.ts'
import { putNames } from './names.queries.ts'
import { isPlainWord, linkedTokens, recordTokens, type SearchedRecord } from './tokens.ts'
import { shortenedForms } from './typing-errors.ts'
import { insertWordForms, insertWords } from './vocabulary.queries.ts'

/** Per statement: bounds the time of FTS5's merges. */
const tokensAtOnce = 2_000
const wordsAtOnce = 1_000
const formsAtOnce = 5_000
const namesAtOnce = 200

/** Replaces a record's tokens, in the transaction that writes the record or renames one of its creators. */
export async function indexRecord(
  connection: Connection,
  dialect: Dialect,
  kind: SearchKind,
  id: number,
  record: SearchedRecord,
): Promise<void> {
  await indexRecords(connection, dialect, kind, [{ ...record, id }])
}

type IdentifiedRecord = SearchedRecord & { readonly id: number }

export async function indexRecords(
  connection: Connection,
  dialect: Dialect,
  kind: SearchKind,
  records: readonly IdentifiedRecord[],
): Promise<void> {
  for (const indexed of tokenBatches(records)) {
    await dialect.fullText.put(connection, indexes[kind], indexed)
    await learnWords(connection, dialect, new Set(indexed.flatMap(({ tokens }) => [...tokens])))
  }
  await putRecordNames(connection, dialect, kind, records)
}

/** As `indexRecords`, for records of which only what they are linked to, or who may see them, has changed. */
export async function indexNewCreators(
  connection: Connection,
  dialect: Dialect,
  kind: SearchKind,
  records: readonly IdentifiedRecord[],
): Promise<void> {
  for (const indexed of tokenBatches(records)) await dialect.fullText.put(connection, indexes[kind], indexed)
  await learnWords(connection, dialect, new Set(records.flatMap((record) => [...linkedTokens(record)])))
  await putRecordNames(connection, dialect, kind, records)
}

/** What `GET /search/suggestions` proposes: names of public records, and of creators the names behind a nickname, too. */
async function putRecordNames(
  connection: Connection,
  dialect: Dialect,
  kind: SearchKind,
  records: readonly IdentifiedRecord[],
): Promise<void> {
  if (!isNamed(kind)) return
  for (let start = 0; start < records.length; start += namesAtOnce) {
    const named = records.slice(start, start + namesAtOnce).map(({ id, name, creators = [], isHidden }) => {
      const others = kind === 'creator' ? [creators.filter((text) => text !== null).join(' ')] : []
      return { id, names: isHidden ? [] : [name, ...others] }
    })
    await putNames(connection, dialect, kind, named)
  }
}

function isNamed(kind: SearchKind): kind is NamedKind {
  return (namedKinds as readonly string[]).includes(kind)
}

function* tokenBatches(records: readonly IdentifiedRecord[]): Generator<IndexedTokens[], void> {
  let batch: IndexedTokens[] = []
  let count = 0
  for (const record of records) {
    const tokens = recordTokens(record)
    if (count > 0 && count + tokens.size > tokensAtOnce) {
      yield batch
      batch = []
      count = 0
    }
    batch.push({ id: record.id, tokens })
    count += tokens.size
  }
  if (batch.length > 0) yield batch
}

export async function removeFromIndex(
  connection: Connection,
  dialect: Dialect,
  kind: SearchKind,
  id: number | readonly number[],
): Promise<void> {
  const ids = [id].flat()
  for (let start = 0; start < ids.length; start += namesAtOnce) {
    const some = ids.slice(start, start + namesAtOnce)
    await dialect.fullText.remove(connection, indexes[kind], some)
    if (isNamed(kind))
      await putNames(
        connection,
        dialect,
        kind,
        some.map((id) => ({ id, names: [] })),
      )
  }
}

async function learnWords(connection: Connection, dialect: Dialect, tokens: Set<string>): Promise<void> {
  const words = [...tokens].filter((token) => token.length >= fewestLetters && isPlainWord(token))
  // A fixed order avoids deadlocks between nodes.
  words.sort()
  for (let start = 0; start < words.length; start += wordsAtOnce) {
    const learned = await insertWords(connection, dialect, words.slice(start, start + wordsAtOnce))
    const forms = learned.flatMap(({ id, word }) =>
      [...shortenedForms(word)].map((form): [string, number] => [form, id]),
    )
    for (let first = 0; first < forms.length; first += formsAtOnce)
      await insertWordForms(connection, dialect, forms.slice(first, first + formsAtOnce))
  }
}
