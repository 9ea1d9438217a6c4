import { type RawBuilder, sql } from 'kysely'

/**
 * Rows that belong to a selected row, as one text in it: a statement more, and an object for each of its rows, would cost
 * more than the rest of a page. Cells hold no control characters: the contract refuses them.
 */
const cellSeparator = '\u001f'
const rowSeparator = '\u001e'

/**
 * @param cells of each row; null and the empty text are the same
 * @param from tables and conditions behind `from`
 * @param order what the rows are sorted by
 */
export function textRows(
  cells: readonly string[],
  from: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<string | null> {
  const row = sql.join(
    cells.map((cell) => sql`coalesce(cast(${sql.ref(cell)} as text), '')`),
    sql` || ${sql.lit(cellSeparator)} || `,
  )
  return sql`(select string_agg(${row}, ${sql.lit(rowSeparator)} order by ${order}) from ${from})`
}

export function readTextRows(text: string | null): string[][] {
  return text === null ? [] : text.split(rowSeparator).map((row) => row.split(cellSeparator))
}
