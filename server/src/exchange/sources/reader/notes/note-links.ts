import type { NoteRun } from '@earmark/contract/notes.ts'
import { parseLink } from '../text/feed-values.ts'

const maxHrefLength = 2_048

/** http, https or mailto, absolute, without user and password; null for all else. */
export function safeHref(given: string, base: string): string | null {
  const text = given.trim()
  const href = /^mailto:/i.test(text) ? mailAddress(text) : parseLink(text, base)
  return href !== null && href.length <= maxHrefLength ? href : null
}

function mailAddress(text: string): string | null {
  return URL.canParse(text) && text.includes('@') ? new URL(text).href : null
}

const address = /https?:\/\/[^\s<>"'`\u00a0]+/gi
const afterAddress = /[.,;:!?…»”’'"\])}]+$/

/** Addresses that are written as text become links. */
export function linkedRuns(runs: NoteRun[]): NoteRun[] {
  return runs.some(({ text }) => text.includes('://')) ? runs.flatMap(partsOf) : runs
}

function partsOf(run: NoteRun): NoteRun[] {
  if (run.href !== undefined || run.mark === 'code') return [run]
  const runs: NoteRun[] = []
  let end = 0
  for (const match of run.text.matchAll(address)) {
    const text = withoutEnding(match[0])
    const href = safeHref(text, text)
    if (href === null) continue
    if (match.index > end) runs.push({ ...run, text: run.text.slice(end, match.index) })
    end = match.index + text.length
    runs.push({ ...run, text, href })
  }
  if (end < run.text.length) runs.push({ ...run, text: run.text.slice(end) })
  return runs
}

/** Without punctuation; a closing bracket stays where one opens in the address. */
function withoutEnding(text: string): string {
  const bare = text.replace(afterAddress, '')
  return text[bare.length] === ')' && bare.includes('(') ? `${bare})` : bare
}
