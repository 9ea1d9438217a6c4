import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FirstData, firstDataElementId } from '@earmark/contract/first-data.ts'

/** The built index.html with placeholders for head and first data. */
export interface Template {
  readonly scriptHashes: readonly string[]
  /** @param links to the route's own scripts and styles, which follow those of every page */
  fill(head: string, links: string, firstData: string): string
}

const headMarker = '<!--earmark:head-->'
const headEnd = '</head>'
const dataMarker = '<!--earmark:first-data-->'

export function readTemplate(folder: string): Template {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const [beforeHead, afterHead] = splitAt(page, headMarker)
  const [beforeLinks, afterLinks] = splitAt(afterHead, headEnd)
  const [beforeData, afterData] = splitAt(afterLinks, dataMarker)
  return {
    scriptHashes: inlineScripts(page).map((script) => `'sha256-${hash('sha256', script, 'base64')}'`),
    fill: (head, links, firstData) =>
      beforeHead + head + beforeLinks + links + headEnd + beforeData + firstData + afterData,
  }
}

function splitAt(text: string, marker: string): [string, string] {
  const at = text.indexOf(marker)
  if (at < 0) throw new Error(`The built page lacks ${marker}: build the web app again.`)
  return [text.slice(0, at), text.slice(at + marker.length)]
}

function inlineScripts(page: string): string[] {
  return Array.from(page.matchAll(/<script>([\s\S]*?)<\/script>/g), (match) => match[1] ?? '')
}

/** Escaped so that the text cannot close the element. */
export function jsonBlock(attributes: string, json: string): string {
  return `<script ${attributes}>${json.replaceAll('<', '\\u003c')}</script>`
}

export function firstDataBlock(
  head: Omit<FirstData, 'answers'>,
  answers: ReadonlyMap<string, string>,
): string {
  const pairs = Array.from(answers, ([path, answer]) => `${JSON.stringify(path)}:${answer}`)
  const json = `${JSON.stringify(head).slice(0, -1)},"answers":{${pairs.join(',')}}}`
  return jsonBlock(`type="application/json" id="${firstDataElementId}"`, json)
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For text and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] as string)
}
