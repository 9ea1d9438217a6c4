import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import type { IndexedTokens } from './full-text.ts'
import { migrate } from '../migrate.ts'
import type { Tables } from '../schema/tables.ts'
import { sqlite } from './sqlite.ts'
import { FairSqliteDialect } from './sqlite-driver.ts'

const index = 'search_audio_books'

/** Rows that each statement changes, those of FTS5's own tables included; the steps of a merge are left out. */
function watchChanges(database: DatabaseSync): number[] {
  const changes: number[] = []
  const prepare = database.prepare.bind(database)
  const total = prepare('select total_changes() as total')
  const count = () => Number(total.get()?.total)
  vi.spyOn(database, 'prepare').mockImplementation((text) => {
    const statement = prepare(text)
    if (text.includes("'merge'")) return statement
    const run = statement.run.bind(statement)
    vi.spyOn(statement, 'run').mockImplementation((...parameters) => {
      const before = count()
      const result = run(...parameters)
      changes.push(count() - before)
      return result
    })
    return statement
  })
  return changes
}

/** A thousand tokens of its own for each record. */
function madeUpRecords(count: number): IndexedTokens[] {
  return Array.from({ length: count }, (_, id) => ({
    id,
    tokens: new Set(Array.from({ length: 1000 }, (_token, place) => `${(id * 1000 + place) ** 2}`)),
  }))
}

describe.runIf(process.env.EARMARK_TEST_ENGINE === 'sqlite')('an index of SQLite', () => {
  it('is merged in steps of its own as it grows, not within its writes', async () => {
    const database = new DatabaseSync(':memory:')
    await using connection = new Kysely<Tables>({ dialect: new FairSqliteDialect(database) })
    await migrate(connection, sqlite)
    const changes = watchChanges(database)
    await connection.transaction().execute(async (transaction) => {
      for (const record of madeUpRecords(400)) await sqlite.fullText.put(transaction, index, [record])
    })
    expect(Math.max(...changes)).toBeLessThan(50)
    const segments = await sql<{ count: number }>`
      select count(distinct segid) as count from ${sql.table(`${index}_idx`)}`.execute(connection)
    expect(segments.rows[0]?.count).toBeLessThan(40)
  })

  it('never merges by itself', async () => {
    await using connection = new Kysely<Tables>({
      dialect: new FairSqliteDialect(new DatabaseSync(':memory:')),
    })
    await migrate(connection, sqlite)
    for (const name of [index, 'search_podcasts', 'search_creators', 'search_users']) {
      const { rows } = await sql`
        select v from ${sql.table(`${name}_config`)} where k = 'automerge'`.execute(connection)
      expect(rows).toEqual([{ v: 0 }])
    }
  })
})
