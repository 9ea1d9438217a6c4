/** What an editor has changed of a proposed book and not yet saved. */
import type { ImportBook, ImportBookChange } from '@earmark/contract/imports.ts'
import { type FieldName, fieldNames, type FieldValue } from '@earmark/contract/planner/plan-input.ts'

export interface BookDraft {
  /** As typed. */
  readonly fields: Partial<Record<FieldName, string>>
  readonly order?: readonly string[]
  readonly chaptersSource?: ImportBookChange['chaptersSource']
}

export const noChanges: BookDraft = { fields: {} }

const lists: readonly FieldName[] = ['authors', 'narrators']

export function isList(name: FieldName): boolean {
  return lists.includes(name)
}

/** As it is typed: names with `;` between them. */
export function textOf(value: FieldValue): string {
  if (value === null) return ''
  return typeof value === 'object' ? value.join('; ') : String(value)
}

/** Undefined for a text that is no value of the field. */
export function valueOf(name: FieldName, text: string): FieldValue | undefined {
  const trimmed = text.trim()
  if (isList(name)) return trimmed.split(';').flatMap((part) => part.trim() || [])
  if (trimmed === '') return null
  if (name !== 'publishedYear') return trimmed
  return /^\d{1,4}$/.test(trimmed) ? Number(trimmed) : undefined
}

export function withField(draft: BookDraft, book: ImportBook, name: FieldName, text: string): BookDraft {
  const { [name]: _before, ...others } = draft.fields
  const isAsBefore = text === textOf(book.fields[name].value)
  return { ...draft, fields: isAsBefore ? others : { ...others, [name]: text } }
}

/** The paths of the files that play, in their order. */
export function orderOf(book: ImportBook, draft: BookDraft = noChanges): readonly string[] {
  if (draft.order) return draft.order
  return book.files
    .filter(({ place }) => place !== null)
    .sort((one, other) => (one.place ?? 0) - (other.place ?? 0))
    .map(({ path }) => path)
}

export function withOrder(draft: BookDraft, book: ImportBook, order: readonly string[]): BookDraft {
  const { order: _before, ...rest } = draft
  const isAsBefore = orderOf(book).join('\n') === order.join('\n')
  return isAsBefore ? rest : { ...rest, order }
}

export function changesOf({ fields, order, chaptersSource }: BookDraft): number {
  return Object.keys(fields).length + (order ? 1 : 0) + (chaptersSource ? 1 : 0)
}

export function invalidFields({ fields }: BookDraft): FieldName[] {
  return fieldNames.filter((name) => {
    const text = fields[name]
    return text !== undefined && valueOf(name, text) === undefined
  })
}

export function changeOf(
  { fields, order, chaptersSource }: BookDraft,
  baseVersion: number,
): ImportBookChange {
  const edited = fieldNames.flatMap((name) => {
    const text = fields[name]
    return text === undefined ? [] : [[name, valueOf(name, text) ?? null] as const]
  })
  return {
    baseVersion,
    ...(edited.length > 0 && { fields: Object.fromEntries(edited) }),
    ...(order && { fileOrder: [...order] }),
    ...(chaptersSource && { chaptersSource }),
  }
}

export function moved(order: readonly string[], from: number, to: number): readonly string[] {
  const path = order[from]
  return path === undefined ? order : order.toSpliced(from, 1).toSpliced(to, 0, path)
}
