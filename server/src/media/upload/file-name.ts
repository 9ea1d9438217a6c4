const maxFileNameLength = 255

/** A name as a form gives it: the last segment of a path, in one line; null for none. */
export function readFileName(given: string | null): string | null {
  const segment = given?.split(/[/\\]/).at(-1) ?? ''
  const line = segment
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  const name = Array.from(line).slice(0, maxFileNameLength).join('').trimEnd()
  return name === '' ? null : name
}
