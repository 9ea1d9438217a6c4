import { sql } from 'kysely'
import { type FullText, type Match, type MatchSyntax, writeMatch } from './full-text.ts'

/**
 * A tsvector made straight from our tokens, without PostgreSQL's parser, dictionaries, positions or weights:
 * a GIN index answers every match on such vectors exactly, so no row is read to be checked again.
 */
export const postgresFullText: FullText = {
  async createIndex(db, index) {
    await sql`create table ${sql.table(index)} (id bigint primary key, tokens tsvector not null)`.execute(db)
    // With fastupdate a search would first read through the pending list of the latest writes.
    await sql`create index ${sql.id(`${index}_by_tokens`)} on ${sql.table(index)}
      using gin (tokens) with (fastupdate = off)`.execute(db)
  },

  async put(connection, index, records) {
    const rows = JSON.stringify(records.map(({ id, tokens }) => [id, [...tokens].join(' ')]))
    await sql`insert into ${sql.table(index)} (id, tokens)
      select (value ->> 0)::bigint, array_to_tsvector(string_to_array(value ->> 1, ' '))
      from json_array_elements(${rows}::json)
      on conflict (id) do update set tokens = excluded.tokens`.execute(connection)
  },

  async remove(connection, index, id) {
    await sql`delete from ${sql.table(index)} where id = ${id}`.execute(connection)
  },

  async count(connection, index, match) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(index)}
      where tokens @@ ${query(match)}::tsquery`.execute(connection)
    return rows[0]?.count ?? 0
  },

  // Materialized, or the planner may walk the ids and check every record when it overrates a rare token.
  async page(connection, index, match, { offset, limit }) {
    const { rows } = await sql<{ id: number }>`with matches as materialized (
        select id from ${sql.table(index)} where tokens @@ ${query(match)}::tsquery)
      select id from matches order by id limit ${limit} offset ${offset}`.execute(connection)
    return rows.map((row) => row.id)
  },

  async all(connection, index, match) {
    const { rows } = await sql<{ ids: number[] | null }>`select json_agg(id order by id) as ids
      from ${sql.table(index)} where tokens @@ ${query(match)}::tsquery`.execute(connection)
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

function query(match: Match): string {
  return writeMatch(match, syntax)
}

function quoted(token: string): string {
  return `'${token.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
