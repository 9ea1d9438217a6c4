import { type BookValues, fieldNames } from '@earmark/contract/planner/plan-input.ts'
import type { ImportRecord } from '../import-record.ts'

/** What a proposal makes of each field. */
export function plannedValues({ fields }: Pick<ImportRecord, 'fields'>): BookValues {
  return Object.fromEntries(fieldNames.map((name) => [name, fields[name].value])) as BookValues
}

/** The texts that a record has from the beginning; a book without a title is called by its place. */
export function appliedTexts({ fields, path }: Pick<ImportRecord, 'fields' | 'path'>): {
  name: string
  description: string | null
} {
  const title = String(fields.title.value ?? '').trim()
  const { value: description } = fields.description
  return {
    name: title || path.slice(path.lastIndexOf('/') + 1),
    description: description === null ? null : String(description),
  }
}
