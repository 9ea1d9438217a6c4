import { markupStrings } from '../server/resilience/hostile-strings/markup.ts'
import { shortLines, test } from './hostile-site.ts'
import { expectOnlyText } from './inert.ts'
import { expect } from './people.ts'
import { expectOneStructure, fetchPages, readWritten } from './written-pages.ts'
import { refused } from './trouble.ts'

/** What the server writes itself, before any script of ours: heads, structured data, first data, mails, answers. */

test.describe.configure({ mode: 'default', timeout: 120_000 })

test('what the server writes into a page stays text there', async ({ page, site, hostile }) => {
  const books = hostile.books.map((id) => `/audio-books/${id}`)
  const records = await readWritten(page, await fetchPages(site.url, books))
  expectOneStructure(records)
  expect(records.map(({ linked }) => linked)).toEqual(markupStrings)
  expect(records.map(({ shared }) => shared)).toEqual(markupStrings)
  expect(records.map(({ title }) => title)).toEqual(
    markupStrings.map((text) => `Earmark - ${text}`.replace(/[ \t\n\f\r]+/g, ' ').trim()),
  )
  const inAddress = markupStrings.map(encodeURIComponent)
  const searches = await fetchPages(
    site.url,
    inAddress.map((text) => `/search?search=${text}`),
  )
  expectOneStructure(await readWritten(page, searches))
  for (const path of ['/audio-books?search=zzyzx&sortBy=', '/podcasts?pageNumber=', '/audio-books/x']) {
    const some = ['', ...inAddress.filter((_, place) => place % 8 === 0)]
    const pages = await fetchPages(
      site.url,
      some.map((text) => path + text),
    )
    expectOneStructure(await readWritten(page, pages))
  }
})

test('mails stay text, whatever people are called', async ({ page, site, hostile }) => {
  const mails = await Promise.all(hostile.addresses.map((address) => site.mails.take(address)))
  const pages = mails.map(({ html }) => html ?? '')
  expectOneStructure(await readWritten(page, pages))
  for (const html of pages) await page.setContent(html)
  for (const [place, { text, subject }] of mails.entries()) {
    // Marks of writing direction would turn the words around the name.
    const name = (shortLines[place] ?? '').replace(/[\u2028-\u202e]+/g, ' ').trim()
    expect(text).toContain(`Hello ${name},`)
    expect(subject).toBe('Your account at Earmark')
  }
})

test('what is no page runs nothing when it is opened as one', async ({ page, site, hostile, trouble }) => {
  trouble.expect(refused)
  // The browser's own page around a recording: it is shut in, and its script with it.
  trouble.expect(
    /^console: Loading media from .* violates/,
    /^console: Blocked script execution .* sandboxed/,
  )
  const book = (await (await fetch(`${site.url}/api/audio-books/${hostile.book}`)).json()) as {
    audioUrl: string
  }
  for (const path of [
    '/api/audio-books',
    `/api/podcasts/${hostile.podcast}`,
    `/api/search${encodeURIComponent(markupStrings[0] ?? '')}`,
    `/api/audio-books/paged?sortBy=${encodeURIComponent(shortLines[0] ?? '')}`,
    `/media/${encodeURIComponent(markupStrings[7] ?? '')}`,
    book.audioUrl,
    '/robots.txt',
  ]) {
    const answer = await page.goto(path)
    expect(answer?.headers()['content-type'], path).not.toContain('text/html')
    expect(answer?.headers()['x-content-type-options'], path).toBe('nosniff')
  }
})

test('an unknown path leads home, whatever it says', async ({ site }) => {
  for (const text of markupStrings) {
    const path = encodeURIComponent(text)
    for (const unknown of [`/${path}`, `/x/${path}`, `/audio-books/1/${path}`]) {
      const headers = { accept: 'text/html' }
      const { status, headers: given } = await fetch(site.url + unknown, { headers, redirect: 'manual' })
      expect([unknown, status, given.get('location')]).toEqual([unknown, 302, '/'])
    }
  }
})

test('the description of the API is shown with nothing foreign', async ({ page }) => {
  test.slow()
  await page.goto(`/api/docs/#/${encodeURIComponent(shortLines[0] ?? '')}`)
  // Swagger UI reads the whole document before it draws anything.
  await expect(page.getByRole('heading', { name: /^Earmark/ })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Audio books', exact: true }).click()
  await expectOnlyText(page, ['/api/audio-books'], 'the description')
})
