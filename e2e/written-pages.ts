import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

export interface Written {
  /** Every element with the names of its attributes. */
  readonly structure: string
  readonly title: string
  readonly shared: string | null
  readonly linked: string | null
}

/**
 * What a browser makes of HTML, without running it. The structure of a page is the program's alone: a text that changes
 * it has become more than text.
 */
export async function readWritten(page: Page, pages: readonly string[]): Promise<Written[]> {
  await page.goto('about:blank')
  return await page.evaluate((texts) => {
    const parser = new DOMParser()
    return texts.map((text) => {
      const written = parser.parseFromString(text, 'text/html')
      const structure = Array.from(
        written.querySelectorAll('*'),
        (element) => `${element.tagName} ${element.getAttributeNames().join(' ')}`,
      ).join('\n')
      const json = written.querySelector('script[type="application/ld+json"]')?.textContent
      const linked = json ? (JSON.parse(json) as { name: string }).name : null
      const shared = written.querySelector('meta[property="og:title"]')?.getAttribute('content') ?? null
      return { structure, title: written.title, shared, linked }
    })
  }, pages)
}

/** As browsers ask for them. */
export async function fetchPages(url: string, paths: readonly string[]): Promise<string[]> {
  return await Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(url + path, { headers: { accept: 'text/html' } })
      return await answer.text()
    }),
  )
}

export function expectOneStructure(written: readonly Written[]): void {
  expect(new Set(written.map(({ structure }) => structure)).size).toBe(1)
}
