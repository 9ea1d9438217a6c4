import { type RawBuilder, sql } from 'kysely'
import { type FullText, type Match, type MatchSyntax, writeMatch } from './full-text.ts'

/**
 * A tsvector without positions or weights: a GIN index answers every match exactly. The planner, not knowing that it
 * unpacks every vector, reads the whole table for common words: 436 ms instead of 8 for 20 000 long descriptions. Hence
 * the queries are functions with that plan switched off, and the vectors are stored apart from the ids.
 */
export const postgresFullText: FullText = {
  async createIndex(db, index) {
    const table = sql.table(index)
    await sql`create table ${table} (id bigint primary key, tokens tsvector not null)
      with (toast_tuple_target = 128)`.execute(db)
    // With fastupdate, searches first scan the pending list.
    await sql`create index ${sql.id(`${index}_by_tokens`)} on ${table}
      using gin (tokens) with (fastupdate = off)`.execute(db)
    const queries: [RawBuilder<unknown>, RawBuilder<unknown>][] = [
      [
        sql`${functionName(index, 'count')}(query tsquery) returns bigint`,
        sql`select count(*) from ${table} where tokens @@ query`,
      ],
      [
        sql`${functionName(index, 'page')}(query tsquery, skipped bigint, wanted bigint) returns setof bigint`,
        sql`select id from ${table} where tokens @@ query order by id limit wanted offset skipped`,
      ],
      [
        sql`${functionName(index, 'all')}(query tsquery) returns json`,
        sql`select coalesce(json_agg(id order by id), '[]') from ${table} where tokens @@ query`,
      ],
    ]
    for (const [signature, body] of queries) {
      await sql`create function ${signature} language sql stable
        set enable_seqscan = off set enable_indexscan = off as $$ ${body} $$`.execute(db)
    }
  },

  async put(connection, index, records) {
    const rows = JSON.stringify(records.map(({ id, tokens }) => [id, [...tokens].join(' ')]))
    await sql`insert into ${sql.table(index)} (id, tokens)
      select (value ->> 0)::bigint, array_to_tsvector(string_to_array(value ->> 1, ' '))
      from json_array_elements(${rows}::json)
      on conflict (id) do update set tokens = excluded.tokens`.execute(connection)
  },

  async remove(connection, index, ids) {
    await sql`delete from ${sql.table(index)} where id = any(${ids}::bigint[])`.execute(connection)
  },

  async count(connection, index, match) {
    const { rows } = await sql<{ count: number }>`
      select ${functionName(index, 'count')}(${query(match)}) as count`.execute(connection)
    return rows[0]?.count ?? 0
  },

  async page(connection, index, match, { offset, limit }) {
    const { rows } = await sql<{ id: number }>`
      select id from ${functionName(index, 'page')}(${query(match)}, ${offset}, ${limit}) as id`.execute(
      connection,
    )
    return rows.map((row) => row.id)
  },

  async all(connection, index, match) {
    const { rows } = await sql<{ ids: number[] }>`
      select ${functionName(index, 'all')}(${query(match)}) as ids`.execute(connection)
    return rows[0]?.ids ?? []
  },
}

const syntax: MatchSyntax = {
  token: quoted,
  beginning: (token) => `${quoted(token)}:*`,
  and: ' & ',
  or: ' | ',
  except: ' & !',
}

function functionName(index: string, query: 'count' | 'page' | 'all'): RawBuilder<unknown> {
  return sql.id(`${index}_${query}`)
}

function query(match: Match): RawBuilder<unknown> {
  return sql`${writeMatch(match, syntax)}::tsquery`
}

function quoted(token: string): string {
  return `'${token.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
