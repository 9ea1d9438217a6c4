import { oneLine, withoutForbidden } from './plain-text.ts'
import type { FeedElement } from './feed-elements.ts'

export function childrenOf(element: FeedElement, ...names: readonly string[]): FeedElement[] {
  return element.children.filter(({ name }) => names.includes(name))
}

/** By the order of the names, not of the document; the first that is not empty. */
export function firstOf(element: FeedElement, ...names: readonly string[]): FeedElement | null {
  for (const wanted of names) {
    for (const child of element.children) if (child.name === wanted && /\S/.test(child.text)) return child
  }
  return null
}

export function textOf(element: FeedElement, ...names: readonly string[]): string | null {
  const text = firstOf(element, ...names)?.text
  return text === undefined ? null : withoutForbidden(text).trim() || null
}

export function lineOf(element: FeedElement, maxLength: number, ...names: readonly string[]): string | null {
  const text = firstOf(element, ...names)?.text
  return text === undefined ? null : oneLine(text, maxLength) || null
}

export function attributeOf(
  element: FeedElement | undefined | null,
  ...names: readonly string[]
): string | null {
  for (const name of names) {
    const value = element?.attributes[name]?.trim()
    if (value) return value
  }
  return null
}
