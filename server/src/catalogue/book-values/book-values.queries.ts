import { foldText } from '@earmark/contract/fold.ts'
import type { BookValues, FieldName } from '@earmark/contract/planner/plan-input.ts'
import { sql } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'
import { readTextRows, textRows } from '../../db/engine/text-rows.ts'

/** The fields of audio books that files have a say in, under the names of an import's review. */

const selectPeople = textRows(
  ['credit.ordinal', 'credit.creator_id', 'credit.role', 'creators.nickname'],
  sql`credits as credit join creators on creators.id = credit.creator_id
    where credit.audio_book_id = audio_books.id and credit.role in ('Author', 'Reader')`,
).as('people')

const selectParts = textRows(
  ['part.ordinal', 'part.series_id', 'series.name', 'part.sequence'],
  sql`series_books as part join series on series.id = part.series_id where part.audio_book_id = audio_books.id`,
).as('parts')

/** An audio book as it is known by its fields; people and series by id and folded name. */
export interface BookState {
  readonly id: number
  readonly values: BookValues
  /** Texts that differ where an editor has changed the field. */
  readonly marks: Readonly<Record<FieldName, string>>
}

const booksAtOnce = 500

/** Of the audio books that there are, in no order. */
export async function listBookStates(connection: Connection, ids: readonly number[]): Promise<BookState[]> {
  const states: BookState[] = []
  for (let start = 0; start < ids.length; start += booksAtOnce) {
    const rows = await selectBooks(connection, ids.slice(start, start + booksAtOnce))
    for (const row of rows) states.push(stateOf(row))
  }
  return states
}

/**
 * The fields of audio books as the catalogue has them: names of authors and readers in the order of credits, each once;
 * the first series with its sequence. Those that are not there are left out.
 */
export async function listBookValues(
  connection: Connection,
  ids: readonly number[],
): Promise<Map<number, BookValues>> {
  return new Map((await listBookStates(connection, ids)).map(({ id, values }) => [id, values]))
}

async function selectBooks(connection: Connection, ids: readonly number[]) {
  return await connection
    .selectFrom('audio_books')
    .where('id', 'in', ids)
    .select(['id', 'name', 'subtitle', 'published_year', 'language', 'publisher', 'description'])
    .select([selectPeople, selectParts])
    .execute()
}

type BookRow = Awaited<ReturnType<typeof selectBooks>>[number]

function stateOf(row: BookRow): BookState {
  const people = readTextRows(row.people)
  const authors = peopleOf(people, 'Author')
  const narrators = peopleOf(people, 'Reader')
  const [first, ...others] = readTextRows(row.parts).map(([_ordinal, id, name = '', sequence]) => ({
    id,
    name,
    sequence: sequence || null,
  }))
  const values: BookValues = {
    title: row.name,
    subtitle: row.subtitle || null,
    authors: authors.map(({ name }) => name),
    narrators: narrators.map(({ name }) => name),
    series: first?.name ?? null,
    sequence: first?.sequence ?? null,
    publishedYear: row.published_year,
    language: row.language || null,
    publisher: row.publisher || null,
    description: row.description || null,
  }
  const marks = Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, JSON.stringify(value)]),
  ) as Record<FieldName, string>
  const namedSeries = [first, ...others].map((part) => part && { id: part.id, name: foldText(part.name) })
  return {
    id: row.id,
    values,
    marks: {
      ...marks,
      authors: marksOf(authors),
      narrators: marksOf(narrators),
      series: JSON.stringify([namedSeries, others.map(({ sequence }) => sequence)]),
    },
  }
}

interface Person {
  readonly id: number
  readonly name: string
}

/** Each once. */
function peopleOf(rows: readonly string[][], wanted: 'Author' | 'Reader'): Person[] {
  const people = new Map<number, Person>()
  for (const row of rows) {
    const [id, name = ''] = [Number(row[1]), row[3]]
    if (row[2] === wanted && !people.has(id)) people.set(id, { id, name })
  }
  return [...people.values()]
}

function marksOf(people: readonly Person[]): string {
  return JSON.stringify(people.map(({ id, name }) => [id, foldText(name)]))
}
