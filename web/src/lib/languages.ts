const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

/** @param tag of right form, BCP 47 */
export function languageName(tag: string): string {
  return names.of(tag) ?? tag
}
