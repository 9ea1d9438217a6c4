import type { Connection, Dialect } from '../../db/dialect.ts'
import { indexRecords } from '../search/search.queries.ts'
import { creatorsByOwner } from './creator-links.queries.ts'
import { creatorTexts } from './creators.queries.ts'
import { type IndexedKind, listRecordTexts } from './linked-records.queries.ts'

const recordsAtOnce = 500

/** Makes records findable by what they and their creators are called now. In the transaction that changes either. */
export async function reindexRecords(
  transaction: Connection,
  dialect: Dialect,
  kind: IndexedKind,
  ids: readonly number[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += recordsAtOnce) {
    const part = ids.slice(start, start + recordsAtOnce)
    const texts = await listRecordTexts(transaction, kind, part)
    const creators = await creatorsByOwner(transaction, kind, part)
    const records = texts.map((record) => ({
      ...record,
      creators: creatorTexts(creators.get(record.id) ?? []),
    }))
    await indexRecords(transaction, dialect, kind, records)
  }
}
