/** A folder, its import in review and a book of it. */
import type { Import, ImportBook, ImportFolder } from '@earmark/contract/imports.ts'
import { type FieldName, fieldNames, type FieldValue } from '@earmark/contract/planner/plan-input.ts'
import type { PlannedField } from '@earmark/contract/planner/plan-output.ts'

export const inReview: Import = {
  id: 5,
  folderName: 'books',
  path: null,
  batch: null,
  state: 'Review',
  progress: {
    folders: 512,
    files: 15_310,
    filesLooked: 15_310,
    filesUnchanged: 0,
    bytesLooked: 1,
    books: 498,
    applied: 0,
  },
  counts: { new: 480, changed: 12, moved: 3, missing: 2, unchanged: 0, refused: 4, warned: 26 },
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: null,
  failure: null,
  version: 1,
}

export const folder: ImportFolder = {
  name: 'books',
  kind: 'Folder',
  isAvailable: true,
  lastImport: null,
  booksCount: 512,
}

function fieldsOf(
  given: Partial<Record<FieldName, FieldValue | PlannedField>>,
): Record<FieldName, PlannedField> {
  const entries = fieldNames.map((name): [FieldName, PlannedField] => {
    const value = given[name]
    if (value === undefined) return [name, { source: 'None', value: null, others: [] }]
    if (typeof value === 'object' && value !== null && 'source' in value) return [name, value]
    return [name, { source: 'Tags', value, others: [] }]
  })
  return Object.fromEntries(entries) as Record<FieldName, PlannedField>
}

export function proposedBook(
  given: Partial<Omit<ImportBook, 'fields'>> & {
    fields?: Partial<Record<FieldName, FieldValue | PlannedField>>
  } = {},
): ImportBook {
  const { fields = {}, ...rest } = given
  return {
    id: 1,
    kind: 'New',
    decision: 'Open',
    path: 'Gull/Salt',
    audioBookId: null,
    files: ['01.mp3', '02.mp3', '03.mp3'].map((name, place) => ({
      path: `Gull/Salt/${name}`,
      sizeBytes: 1000,
      contentType: 'audio/mpeg',
      durationSeconds: 600,
      place: place + 1,
      audioUrl: `/media/import-sounds/5/1/${place + 1}/x`,
      refusal: null,
    })),
    chapters: { version: 0, source: 'Files', chapters: [] },
    durationSeconds: 1800,
    isJoinable: true,
    cover: null,
    warnings: [],
    isApplied: false,
    version: 3,
    fields: fieldsOf({ title: 'Salt', authors: ['Gull'], narrators: ['Inés'], ...fields }),
    ...rest,
  }
}

export const pageOf = (...items: unknown[]) => ({ items, totalCount: items.length, pagedQuery: {} })
