import { type RawBuilder, sql } from 'kysely'

/**
 * Rows that belong to a selected row, as one text in it: a statement more, and an object for each of its rows, would cost
 * more than the rest of a page. Cells hold no control characters: the contract refuses them.
 */
const cellSeparator = '\u001f'
const rowSeparator = '\u001e'

/**
 * @param cells of each row, the first two numbers by which `readTextRows` orders them: in SQL this costs a sorter for each
 * selected row. Null and the empty text are the same
 * @param from tables and conditions behind `from`
 */
export function textRows(cells: readonly string[], from: RawBuilder<unknown>): RawBuilder<string | null> {
  const row = sql.join(
    cells.map((cell) => sql.ref(cell)),
    sql`, ${sql.lit(cellSeparator)}, `,
  )
  return sql`(select string_agg(concat(${row}), ${sql.lit(rowSeparator)}) from ${from})`
}

export function readTextRows(text: string | null): string[][] {
  if (text === null) return []
  const rows = text.split(rowSeparator).map((row) => row.split(cellSeparator))
  return rows.sort((one, other) => Number(one[0]) - Number(other[0]) || Number(one[1]) - Number(other[1]))
}
