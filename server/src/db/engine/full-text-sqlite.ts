import { type QueryExecutorProvider, sql } from 'kysely'
import { type FullText, type Match, type MatchSyntax, writeMatch } from './full-text.ts'

const pagesAtOnce = 8
/** For one step of 8 pages: a write of 2 000 tokens makes 8 pages, each merged once on 6 levels. */
const tokensOfStep = 250

/**
 * FTS5 without content, columns or positions: lists of record ids by token. The tokenizer `ascii` splits at
 * ASCII punctuation and white space and leaves everything else as it is. The prefix lists of 1 to 4 characters
 * serve word beginnings of up to 4 letters, or of 3 behind a field's mark; longer ones match few tokens.
 */
export const sqliteFullText: FullText = {
  async createIndex(db, index) {
    await sql`create virtual table ${sql.table(index)} using fts5(
      tokens, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3 4', tokenize = 'ascii'
    )`.execute(db)
  },

  async put(connection, index, records) {
    const rows = JSON.stringify(records.map(({ id, tokens }) => [id, [...tokens].join(' ')]))
    await sql`insert or replace into ${sql.table(index)} (rowid, tokens)
      select value ->> 0, value ->> 1 from json_each(${rows})`.execute(connection)
    const tokens = records.reduce((sum, record) => sum + record.tokens.size, 0)
    for (let merged = 0; merged < tokens; merged += tokensOfStep) await merge(connection, index)
  },

  async remove(connection, index, ids) {
    await sql`delete from ${sql.table(index)}
      where rowid in (select value from json_each(${JSON.stringify(ids)}))`.execute(connection)
  },

  async count(connection, index, match) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(index)}
      where ${sql.ref(index)} match ${query(match)}`.execute(connection)
    return rows[0]?.count ?? 0
  },

  async page(connection, index, match, { offset, limit }) {
    const { rows } = await sql<{ id: number }>`select rowid as id from ${sql.table(index)}
      where ${sql.ref(index)} match ${query(match)}
      order by rowid limit ${limit} offset ${offset}`.execute(connection)
    return rows.map((row) => row.id)
  },

  // One JSON text takes a fifth of the time of 100 000 row objects.
  async all(connection, index, match) {
    const { rows } = await sql<{ ids: string }>`select json_group_array(id) as ids from (
      select rowid as id from ${sql.table(index)}
      where ${sql.ref(index)} match ${query(match)} order by rowid)`.execute(connection)
    return JSON.parse(rows[0]?.ids ?? '[]') as number[]
  },
}

/** Automatic merges are off (0011): they would merge hundreds of pages within one write. */
async function merge(connection: QueryExecutorProvider, index: string): Promise<void> {
  await sql`insert into ${sql.table(index)} (${sql.ref(index)}, rank)
    values ('merge', ${pagesAtOnce})`.execute(connection)
}

const syntax: MatchSyntax = {
  token: quoted,
  beginning: (token) => `${quoted(token)} *`,
  and: ' AND ',
  or: ' OR ',
  except: ' NOT ',
}

function query(match: Match): string {
  return writeMatch(match, syntax)
}

function quoted(token: string): string {
  return `"${token.replaceAll('"', '""')}"`
}
