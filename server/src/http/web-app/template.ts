import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FirstData, firstDataElementId } from '@earmark/contract/first-data.ts'

/**
 * The built web app's page, into which the server writes a head and the page's first data. It is written into,
 * not rendered: the browser draws it from that data without asking again.
 */
export interface Template {
  /** The page's own inline scripts, as CSP sources. */
  readonly scriptHashes: readonly string[]
  /** @param links to the route's own scripts and styles: named after those of every page, which take longest */
  fill(head: string, links: string, firstData: string): string
}

const headMarker = '<!--earmark:head-->'
const headEnd = '</head>'
const dataMarker = '<!--earmark:first-data-->'

/** @param folder of the built web app */
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

/** A value as a JSON block: it cannot end the element that it stands in, nor open another. */
export function jsonBlock(attributes: string, json: string): string {
  return `<script ${attributes}>${json.replaceAll('<', '\\u003c')}</script>`
}

/** `answers` are JSON texts already, by the path of their call. */
export function firstDataBlock(apiRoot: string, answers: ReadonlyMap<string, string>): string {
  const pairs = Array.from(answers, ([path, answer]) => `${JSON.stringify(path)}:${answer}`)
  const head: Omit<FirstData, 'answers'> = { apiRoot }
  const json = `${JSON.stringify(head).slice(0, -1)},"answers":{${pairs.join(',')}}}`
  return jsonBlock(`type="application/json" id="${firstDataElementId}"`, json)
}
