import { notFound } from '@tanstack/react-router'

/** The id in a path such as /audio-books/12. @throws the router's not-found for any other text */
export function recordId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  // oxlint-disable-next-line typescript/only-throw-error -- the router's own way
  if (!Number.isSafeInteger(id)) throw notFound()
  return id
}

/**
 * Plain text, which the server reads as well: `?search=123`, not the router's JSON (`?search="123"`). A repeated
 * parameter is a list.
 */
export function readSearch(search: string): Record<string, string | string[]> {
  const read = new URLSearchParams(search)
  return Object.fromEntries(
    [...read].map(([name, value]) => {
      const values = read.getAll(name)
      return [name, values.length > 1 ? values : value]
    }),
  )
}

export function writeSearch(parameters: Record<string, unknown>): string {
  const written = new URLSearchParams()
  for (const [name, values] of Object.entries(parameters)) {
    for (const value of [values].flat()) {
      if (typeof value === 'number' || (typeof value === 'string' && value !== ''))
        written.append(name, String(value))
    }
  }
  const text = written.toString()
  return text === '' ? '' : `?${text}`
}

/** A search schema of optional texts; other parameters are dropped. */
export function textParameters<Name extends string>(...names: Name[]) {
  return (address: Partial<Record<Name, string>>): Partial<Record<Name, string>> =>
    Object.fromEntries(
      names.map((name) => [name, address[name]]).filter(([, value]) => typeof value === 'string'),
    ) as Partial<Record<Name, string>>
}
