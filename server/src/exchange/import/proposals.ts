import type { ImportDecision } from '@earmark/contract/imports.ts'
import { foldText } from '@earmark/contract/fold.ts'
import type { FieldName, FieldValue } from '@earmark/contract/planner/plan-input.ts'
import type { ImportRecord } from './import-record.ts'
import type { ProposedBook } from './import-books.queries.ts'

/** A record with what its list is sorted, searched and counted by. */
export function proposedBook(record: ImportRecord, decision: ImportDecision): ProposedBook {
  const { kind, path, fields, warnings, audioBookId } = record
  const title = textOf(fields.title.value)
  const searched: FieldName[] = ['title', 'subtitle', 'authors', 'narrators', 'series', 'publisher']
  return {
    kind,
    decision,
    path,
    pathSort: naturalKey(path),
    titleSort: naturalKey(title),
    searchText: foldText([path, ...searched.map((field) => textOf(fields[field].value))].join(' ')),
    warnings: [...new Set(warnings.map(({ code }) => code))],
    audioBookId,
    record: JSON.stringify(record),
  }
}

/** Books whose sound the library has already are left out unless somebody takes them. */
export function firstDecision({ warnings }: Pick<ImportRecord, 'warnings'>): ImportDecision {
  return warnings.some(({ code }) => code === 'SameAsAnother') ? 'Skip' : 'Open'
}

function textOf(value: FieldValue): string {
  return Array.isArray(value) ? value.join(' ') : String(value ?? '')
}

const digits = 10

/** Sorts numbers by value. */
function naturalKey(text: string): string {
  return foldText(text).replaceAll(/\d+/g, (number) => number.padStart(digits, '0'))
}
