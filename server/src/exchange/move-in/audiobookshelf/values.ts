import type { SourceValue } from './source-rows.queries.ts'

/** Reads columns as Sequelize writes them; what is of another type is absent. */

export function textOf(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (typeof value !== 'string') return null
  const text = value.toWellFormed().replaceAll('\0', '').trim()
  return text === '' ? null : text
}

export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** Of seconds of sound: at least 0. */
export function secondsOf(value: unknown): number | null {
  const number = numberOf(value)
  return number === null ? null : Math.max(0, number)
}

export function flagOf(value: unknown): boolean {
  return value === 1 || value === true || value === 1n
}

const latestMs = 8.64e15

/** Epoch milliseconds of `2023-07-04 20:31:05.123 +00:00`, or of a number of them. */
export function instantOf(value: unknown): number | null {
  const number = numberOf(value)
  const found = number ?? (typeof value === 'string' ? Date.parse(isoOf(value)) : Number.NaN)
  return Number.isFinite(found) && Math.abs(found) <= latestMs ? Math.round(found) : null
}

function isoOf(text: string): string {
  return text.trim().replace(/^(\S+) (\S+) ([+-]\d\d:\d\d)$/u, '$1T$2$3')
}

/** Undefined for broken JSON. */
export function jsonOf(value: SourceValue): unknown {
  if (typeof value !== 'string') return null
  try {
    return JSON.parse(value)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

export function objectsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

export function objectOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {}
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Texts of a list, without empty ones, each once. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? [...new Set(value.flatMap((each) => textOf(each) ?? []))] : []
}
