import { decodeHTMLStrict } from 'entities'

// What XML 1.0 forbids (2.2), but for lone surrogates.
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g

/** Entities with their semicolon alone: `&copy=3` in an address stays. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? decodeHTMLStrict(text.replace(halves, joinHalves)) : text
}

/** A character beyond U+FFFF as programs write it that count in UTF-16. */
const halves = /&#(\d{5}|x[\da-f]{4});&#(\d{5}|x[\da-f]{4});/gi

function joinHalves(written: string, ...[high, low]: string[]): string {
  const [first, second] = [high, low].map((code = '') => Number(code.replace(/^x/i, '0x')))
  const isPair = isBetween(first, 0xd800, 0xdbff) && isBetween(second, 0xdc00, 0xdfff)
  return isPair ? String.fromCharCode(first, second) : written
}

function isBetween(value: number | undefined, least: number, most: number): value is number {
  return value !== undefined && value >= least && value <= most
}

const cdataStart = '<![CDATA['

/** Of text whose CDATA was escaped as well: what it holds. One that is never closed holds the rest. */
export function withoutCdata(text: string): string {
  const [before = '', ...sections] = text.split(cdataStart)
  return before + sections.map((section) => section.replace(']]>', '')).join('')
}

export function withoutForbidden(text: string): string {
  return text.replace(forbidden, '').toWellFormed()
}

const inlineTag =
  /<\/?(?:a|abbr|b|big|br|cite|code|div|em|font|h[1-6]|i|img|li|mark|ol|p|small|span|strike|strong|sub|sup|tt|u|ul)\b[^<>]*>/gi
const anyEntity = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/i

/**
 * A name or the like in one line: entities that were escaped more than once are decoded, and tags of HTML taken out. Empty where
 * nothing of it is seen.
 */
export function oneLine(text: string, maxLength: number): string {
  let line = withoutInlineTags(text)
  for (let times = 0; times < maxEscapes && anyEntity.test(line); times += 1)
    line = withoutInlineTags(decodeHTMLStrict(line))
  const shown = withoutForbidden(line).replace(/\s+/g, ' ').trim()
  return visible.test(shown) ? cutAt(shown, maxLength) : ''
}

const visible = /[^\s\p{Cc}\p{Cf}]/u

/** Beyond the feed's own. */
const maxEscapes = 2

function withoutInlineTags(text: string): string {
  return text.includes('<') ? text.replace(inlineTag, ' ') : text
}

/** At most so many UTF-16 units, without half a character at its end. */
export function cutAt(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const isHalf = /[\ud800-\udbff]/.test(text[maxLength - 1] ?? '')
  return text.slice(0, maxLength - (isHalf ? 1 : 0)).trimEnd()
}
