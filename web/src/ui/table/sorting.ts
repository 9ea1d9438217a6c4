export interface Sort<Field extends string = string> {
  by: Field
  order: 'asc' | 'desc'
}

/** What a click on a column's heading asks for: its own order first, then the other way round, and so on. */
export function nextSort<Field extends string>(by: Field, current: Sort<Field> | undefined): Sort<Field> {
  return { by, order: current?.by === by && current.order === 'asc' ? 'desc' : 'asc' }
}
