import { type FieldName, fieldNames, type FieldValue } from '@earmark/contract/planner/plan-input.ts'
import type { PlannedBook, PlannedField, SourcedValue } from '@earmark/contract/planner/plan-output.ts'
import { randomUUID } from 'node:crypto'
import { applyPlannedFields } from '../catalogue/field-sources/planned-fields.ts'
import { changeCatalogue } from '../db/changes/change-catalogue.ts'
import { makeAudioBook } from './records.ts'
import type { TestServer } from './server.ts'

/** Audio books as imports leave them, without an import. */

type Said = Partial<Record<FieldName, FieldValue | readonly SourcedValue[]>>

export const fileValues = {
  title: 'The Lamp Keeper',
  subtitle: 'A Lantern Story',
  authors: ['Ada Vell', 'Tom Oru'],
  narrators: ['Ines Roth'],
  series: 'Lanterns',
  sequence: '3',
  publishedYear: 1999,
  language: 'en',
  publisher: 'Quay',
  description: 'She keeps the light.',
} as const satisfies Record<FieldName, FieldValue>

/** What one file says of each field; a list of sourced values is what several say, best first. */
export function plannedFields(said: Said): Record<FieldName, PlannedField> {
  return Object.fromEntries(fieldNames.map((name) => [name, plannedField(said[name] ?? null)])) as Record<
    FieldName,
    PlannedField
  >
}

function plannedField(said: FieldValue | readonly SourcedValue[]): PlannedField {
  if (isSourced(said)) {
    const [best, ...others] = said as readonly [SourcedValue, ...SourcedValue[]]
    return { ...best, others }
  }
  const isNothing = said === null || (Array.isArray(said) && said.length === 0)
  return { source: isNothing ? 'None' : 'Tags', value: said, others: [] }
}

function isSourced(said: FieldValue | readonly SourcedValue[]): said is readonly SourcedValue[] {
  return Array.isArray(said) && typeof said[0] === 'object'
}

/** What an applied look does to the fields of a book. */
export async function applyLook(
  { deps }: TestServer,
  audioBookId: number,
  book: Pick<PlannedBook, 'fields'> & Partial<Pick<PlannedBook, 'moreSeries'>>,
  userId: string | null = null,
): Promise<void> {
  const change = { changes: [`audio-books/${audioBookId}` as const] }
  await changeCatalogue(deps, change, async (transaction, alsoChanged) => {
    const by = { userId, now: deps.clock() }
    alsoChanged(...(await applyPlannedFields(transaction, deps, audioBookId, book, by)))
  })
}

export async function makeImportedBook(server: TestServer, said: Said = fileValues): Promise<number> {
  const id = await makeAudioBook(server, { name: 'Before its first look' })
  await addToLibraryFolder(server, id)
  await applyLook(server, id, { fields: plannedFields(said), moreSeries: [] })
  return id
}

export async function addToLibraryFolder({ deps }: TestServer, audioBookId: number): Promise<void> {
  const { connection } = deps.db
  const folder = await connection
    .insertInto('library_folders')
    .values({ name: randomUUID() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await connection
    .insertInto('library_books')
    .values({ folder_id: folder.id, audio_book_id: audioBookId, path: 'The Lamp Keeper' })
    .execute()
}
