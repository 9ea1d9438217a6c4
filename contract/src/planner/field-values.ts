import {
  maxCredits,
  maxDescriptionLength,
  maxNameLength,
  maxPublisherLength,
  maxSequenceLength,
  maxShortTextLength,
  maxSubtitleLength,
} from '../limits.ts'
import { foldText } from '../fold.ts'
import { languageOf } from './languages.ts'
import type { FieldName, FieldValue } from './plan-input.ts'

/** What files say, as the catalogue keeps it: within the limits of forms, without control characters. */

const longest = {
  title: maxNameLength,
  subtitle: maxSubtitleLength,
  series: maxNameLength,
  sequence: maxSequenceLength,
  publisher: maxPublisherLength,
  description: maxDescriptionLength,
} as const

const largestYear = 9999

/** Null or an empty list where nothing is left. */
export function catalogueValue(field: FieldName, value: FieldValue): FieldValue {
  switch (field) {
    case 'authors':
    case 'narrators':
      return namesOf(value)
    case 'publishedYear':
      return isYear(value) ? value : null
    case 'language':
      return typeof value === 'string' ? languageOf(lineOf(value, maxShortTextLength)) : null
    case 'description':
      return typeof value === 'string' ? paragraphsOf(value) || null : null
    default:
      return typeof value === 'string' ? lineOf(value, longest[field]) || null : null
  }
}

/** Whether the catalogue would keep both alike; people and series are the same whose folded names are. */
export function isSameValue(field: FieldName, one: FieldValue, other: FieldValue): boolean {
  return comparable(field, one) === comparable(field, other)
}

function comparable(field: FieldName, value: FieldValue): string {
  const kept = catalogueValue(field, value)
  if (field === 'series' && typeof kept === 'string') return foldText(kept)
  return JSON.stringify(Array.isArray(kept) ? kept.map(foldText) : kept)
}

/** Each person once. */
function namesOf(value: FieldValue): readonly string[] {
  if (!Array.isArray(value)) return []
  const names = new Map<string, string>()
  for (const given of value as readonly string[]) {
    const name = lineOf(given, maxShortTextLength)
    if (name && !names.has(foldText(name))) names.set(foldText(name), name)
  }
  return [...names.values()].slice(0, maxCredits)
}

function isYear(value: FieldValue): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= largestYear
}

/** Empty for a text of invisible characters alone. */
function lineOf(text: string, length: number): string {
  const line = text
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  return foldText(line) === '' ? '' : cutAt(line, length)
}

function paragraphsOf(text: string): string {
  const lines = text.toWellFormed().replace(/\r\n?/gu, '\n')
  const paragraphs = lines.replace(/[\p{Cc}--[\t\n]]/gv, ' ').trim()
  return foldText(paragraphs) === '' ? '' : cutAt(paragraphs, maxDescriptionLength)
}

/** Between characters. */
function cutAt(text: string, length: number): string {
  return text.length <= length
    ? text
    : text
        .slice(0, length)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()
}
