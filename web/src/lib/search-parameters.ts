/**
 * Search parameters as plain text: `?search=123`, not the router's own JSON (`?search="123"`). People type them,
 * and the server reads the same address to prepare the page's first data.
 */
export function readSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Leaves out what has no value; `''` or `?name=value&…`. */
export function writeSearch(parameters: Record<string, unknown>): string {
  const written = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (typeof value === 'number' || (typeof value === 'string' && value !== ''))
      written.set(name, String(value))
  }
  const text = written.toString()
  return text === '' ? '' : `?${text}`
}
