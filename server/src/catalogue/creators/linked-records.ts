import { setImmediate } from 'node:timers/promises'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import { indexRecords } from '../../db/search/index-records.queries.ts'
import { type RecordTexts, textTokens } from '../../db/search/tokens.ts'
import { readCredits } from './credits.queries.ts'
import { creatorTexts } from './creators.queries.ts'
import { type IndexedKind, listRecordTexts } from './linked-records.queries.ts'

const recordsAtOnce = 100
/** Tokens take many times the memory of their text. */
const mostCharacters = 1_000_000

/** Records of one kind. */
export interface RecordsOfKind {
  readonly kind: IndexedKind
  readonly ids: readonly number[]
}

/** The tokens of names and descriptions. */
export type PreparedTokens = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Makes the tokens of texts before the transaction that indexes them, for which others wait. Between two texts everybody
 * has a turn. The transaction itself makes those beyond a million characters.
 */
export async function prepareTokens(
  texts: Iterable<RecordTexts> | AsyncIterable<RecordTexts>,
): Promise<PreparedTokens> {
  const prepared = new Map<string, ReadonlySet<string>>()
  let characters = 0
  for await (const record of texts) {
    characters += record.name.length + (record.description?.length ?? 0)
    if (characters > mostCharacters) break
    prepared.set(textKey(record), textTokens(record))
    await setImmediate()
  }
  return prepared
}

/** The present texts of records. */
export async function* textsOf(
  connection: Connection,
  records: readonly RecordsOfKind[],
): AsyncGenerator<RecordTexts, void> {
  for (const { kind, ids } of records) {
    for (let start = 0; start < ids.length; start += recordsAtOnce) {
      yield* await listRecordTexts(connection, kind, ids.slice(start, start + recordsAtOnce))
    }
  }
}

function textKey({ name, description }: RecordTexts): string {
  return JSON.stringify([name, description])
}

/**
 * Makes records findable by what they and their creators are called now. In the transaction that changes either.
 *
 * @param prepared of their texts, as far as these were known before
 * @param index `indexNewCreators` when their texts are as they were
 */
export async function reindexRecords(
  transaction: Connection,
  dialect: Dialect,
  { kind, ids }: RecordsOfKind,
  prepared: PreparedTokens = new Map(),
  index = indexRecords,
): Promise<void> {
  for (let start = 0; start < ids.length; start += recordsAtOnce) {
    const part = ids.slice(start, start + recordsAtOnce)
    const records = (await listRecordTexts(transaction, kind, part)).map(({ credits, ...record }) => ({
      ...record,
      tokens: prepared.get(textKey(record)),
      creators: creatorTexts(readCredits(credits).map(({ creator }) => creator)),
    }))
    await index(transaction, dialect, kind, records)
  }
}
