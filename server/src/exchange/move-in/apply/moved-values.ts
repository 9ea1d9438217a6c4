import { catalogueValue } from '@earmark/contract/planner/field-values.ts'
import { type FieldName, fieldNames, type FieldValue } from '@earmark/contract/planner/plan-input.ts'
import { maxGenreLength, maxGenres, maxIsbnLength, maxLinkLength } from '@earmark/contract/record-forms.ts'
import type { MovedBook } from '../library/moved-library.ts'

/** The fields of a book as the catalogue has them. */
export function valuesOf(book: MovedBook): Record<FieldName, FieldValue> {
  const [first] = book.series
  return {
    title: book.title,
    subtitle: book.subtitle,
    authors: book.authors,
    narrators: book.narrators,
    series: first?.name ?? null,
    sequence: first?.sequence ?? null,
    publishedYear: book.publishedYear,
    language: book.language,
    publisher: book.publisher,
    description: book.description,
  }
}

/** Those that the other program had a word for: no file changes them at a later look. */
export function saidFields(book: MovedBook): FieldName[] {
  const values = valuesOf(book)
  return fieldNames.filter((name) => {
    const value = catalogueValue(name, values[name])
    const isSaid = value !== null && (!Array.isArray(value) || value.length > 0)
    return isSaid || (name === 'sequence' && book.series.length > 0)
  })
}

export function titleOf(title: string): string {
  return String(catalogueValue('title', title) ?? 'Untitled')
}

export function descriptionOf(description: string | null): string | null {
  const value = catalogueValue('description', description)
  return typeof value === 'string' ? value : null
}

export function languageOf(language: string | null): string | null {
  const value = catalogueValue('language', language)
  return typeof value === 'string' ? value : null
}

/** Each once, however it is written. */
export function genresOf(names: readonly string[]): string[] {
  const genres = new Map<string, string>()
  for (const name of names) {
    const genre = String(catalogueValue('title', name) ?? '').slice(0, maxGenreLength)
    if (genre !== '' && !genres.has(genre.toLowerCase())) genres.set(genre.toLowerCase(), genre)
  }
  return [...genres.values()].slice(0, maxGenres)
}

export function isbnOf(isbn: string | null): string | null {
  const text = isbn?.replaceAll(/[^\dXx-]/gu, '') ?? ''
  return text !== '' && text.length <= maxIsbnLength ? text : null
}

/** An address of the web, or none. */
export function linkOf(link: string | null): string | null {
  if (link === null || link.length > maxLinkLength || !URL.canParse(link)) return null
  return /^https?:$/u.test(new URL(link).protocol) ? link : null
}
