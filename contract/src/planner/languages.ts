import { foldText } from '../fold.ts'

/** Languages as files name them: by a tag (`en-GB`, `deu`), in English or in the language itself. */

const letters = Array.from('abcdefghijklmnopqrstuvwxyz')

let tagsByName: Map<string, string> | undefined

function readNames(): Map<string, string> {
  const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  const tags = new Map<string, string>()
  for (const tag of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = english.of(tag)
    if (name === undefined || Intl.getCanonicalLocales(tag)[0] !== tag) continue
    const own = new Intl.DisplayNames(tag, { type: 'language', fallback: 'none' }).of(tag)
    for (const known of [name, own ?? name]) if (!tags.has(foldText(known))) tags.set(foldText(known), tag)
  }
  return tags
}

/** Without tags of four letters and more, which are reserved, and without those that say nothing. */
const tagForm = /^(?!(?:und|mis|mul|zxx)\b)[a-z]{2,3}(?:-|$)/i

/** BCP 47, canonical; null for what names no language. */
export function languageOf(text: string): string | null {
  tagsByName ??= readNames()
  const named = tagsByName.get(foldText(text))
  if (named !== undefined) return named
  const tag = text.trim().replaceAll('_', '-')
  return tagForm.test(tag) && isLanguageTag(tag) ? (Intl.getCanonicalLocales(tag)[0] ?? null) : null
}

function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}
