import { notFound } from '@tanstack/react-router'

/**
 * The number in a path such as /audio-books/12.
 * @throws the router's not-found for what cannot be an id, without asking the server
 */
export function recordId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  // oxlint-disable-next-line typescript/only-throw-error -- how the router is told
  if (!Number.isSafeInteger(id)) throw notFound()
  return id
}
