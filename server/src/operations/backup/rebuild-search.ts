import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import { reindexCreators } from '../../catalogue/creators/creators.service.ts'
import { reindexRecords } from '../../catalogue/creators/linked-records.ts'
import { reindexAccounts } from '../../people/users/users.service.ts'
import { listIdsAfter } from '../../http/lists/whole-list.queries.ts'

const atOnce = 500

export async function rebuildSearch(transaction: Connection, dialect: Dialect): Promise<void> {
  const work = {
    users: (ids: number[]) => reindexAccounts(transaction, dialect, ids),
    creators: (ids: number[]) => reindexCreators(transaction, dialect, ids),
    audio_books: (ids: number[]) => reindexRecords(transaction, dialect, { kind: 'audio-book', ids }),
    podcasts: (ids: number[]) => reindexRecords(transaction, dialect, { kind: 'podcast', ids }),
  }
  for (const table of ['users', 'creators', 'audio_books', 'podcasts'] as const) {
    for (let last = 0; ; ) {
      const ids = await listIdsAfter(transaction, table, last, atOnce)
      if (ids.length === 0) break
      await work[table](ids)
      last = ids.at(-1) as number
    }
  }
}
