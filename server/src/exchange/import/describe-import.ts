import type { FieldValue } from '@earmark/contract/planner/plan-input.ts'
import type { ImportRecord } from './import-record.ts'
import type { ImportRow } from './imports.queries.ts'

/** A proposal in lines for a terminal. */
export function describeBook({ kind, path, fields, files, leftOut, warnings }: ImportRecord): string {
  const { title, authors, narrators, series, sequence } = fields
  const part = series.value === null ? '' : `, ${text(series.value)} ${text(sequence.value)}`.trimEnd()
  const lines = [
    `${kind}: ${text(title.value) || path}${part}`,
    `  in ${path}`,
    ...named('  by', authors.value),
    ...named('  read by', narrators.value),
    ...files.map((file) => `  ${file.path}${file.isMissing ? ' (missing)' : ''}`),
    ...leftOut.map((file) => `  left out: ${file.path}${file.refusal === null ? '' : ` (${file.refusal})`}`),
    ...warnings.map(({ code, description }) => `  ${code}: ${description}`),
  ]
  return lines.map((line) => line.replace(/\p{Cc}/gu, '�')).join('\n')
}

function named(what: string, value: FieldValue): string[] {
  return text(value) === '' ? [] : [`${what} ${text(value)}`]
}

function text(value: FieldValue): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}

export function describeImport({ state, counts, failure }: ImportRow): string {
  const { new: added, changed, moved, missing, unchanged, refused, warned } = counts
  const numbers = `${added} new, ${changed} changed, ${moved} moved, ${missing} missing, ${unchanged} unchanged, ${refused} refused; ${warned} with questions.`
  return [numbers, failure?.description, state === 'Failed' ? 'The import failed.' : '']
    .filter(Boolean)
    .join(' ')
}
