import type { APIResponse } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test('a second visit asks the network for the page alone', async ({ page, context }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  const again = await context.newPage()
  await again.goto('/', { waitUntil: 'networkidle' })
  const transferred = await again.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ transferSize }) => transferSize > 0)
      .map(({ name }) => name),
  )
  // What draws placeholders comes with the first cover that is late, on whichever visit that is.
  expect(transferred.filter((name) => !name.includes('draw-thumb-hash'))).toEqual([])
})

test('a first visit transfers at most 120 kB of JavaScript and CSS', async ({ request }) => {
  const html = await (await request.get('/')).text()
  const named = html.match(/\/assets\/[\w-]+\.(js|css)/g) ?? []
  const scripts = await Promise.all(
    named.filter((path) => path.endsWith('.js')).map(async (path) => (await request.get(path)).text()),
  )
  // What draws placeholders comes with the first cover that is late.
  const late = scripts.join().match(/assets\/draw-thumb-hash-[\w-]+\.js/) ?? []
  expect(late).toHaveLength(1)
  const files = [...new Set([...named, ...late.map((path) => `/${path}`)])]
  const transfers = await Promise.all(files.map(async (path) => transferredBytes(await request.get(path))))
  expect(transfers.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(120_000)
})

/** Of a compressed answer with its headers. */
function transferredBytes(response: APIResponse): number {
  const { 'content-encoding': encoding, 'content-length': bodyBytes } = response.headers()
  expect(encoding).toBe('br')
  const head = response.headersArray().map(({ name, value }) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 200 OK\r\n${head.join('')}\r\n`.length + Number(bodyBytes)
}

test('a phone’s page just opened draws what is seen first before the rest, all others all at once', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => {
    const drawn: number[] = []
    Object.assign(window, { drawn })
    new MutationObserver(() => {
      const many = document.querySelectorAll('main article').length
      if (many !== drawn.at(-1)) drawn.push(many)
    }).observe(document, { childList: true, subtree: true })
  })
  const drawn = () => page.evaluate(() => (window as unknown as { drawn: number[] }).drawn.filter(Boolean))
  await page.goto('/')
  await expect.poll(async () => (await drawn()).length).toBe(2)
  const [first = 0, all = 0] = await drawn()
  expect(first).toBe(6)
  expect(all).toBeGreaterThan(12)
  await page.reload()
  await expect.poll(drawn).toEqual([all])
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto('/podcasts')
  await page.goto('/')
  await expect.poll(drawn).toEqual([all])
})

test('listening fetches nothing of what editors use', async ({ page, player, catalogue }) => {
  const book = catalogue.book('Salt and Orchard')
  const podcast = catalogue.episode('Listening to Ice').path.replace(/\/episodes\/.*/, '')
  for (const path of ['/', podcast, catalogue.episode('Listening to Ice').path, book.path]) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.getByRole('main').getByRole('button', { name: /^Play/ }).first().click()
    await expect(player.bar).toBeVisible()
    await page.waitForLoadState('networkidle')
    const fetched = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    )
    expect(fetched.filter((name) => name.includes('/bar-'))).not.toEqual([])
    expect(fetched.filter((name) => /back-office|forms-/.test(name))).toEqual([])
  }
})

test('the page’s title, description, canonical address and data stand in its HTML', async ({
  request,
  catalogue,
}) => {
  const book = catalogue.book('Salt and Orchard')
  const html = await (await request.get(book.path)).text()
  expect(html).toContain('<title>Earmark - Salt and Orchard</title>')
  expect(html).toMatch(/<meta name="description" content="Nives has gone to live beside the sea\./)
  expect(html).toMatch(new RegExp(`<link rel="canonical" href="[^"]+${book.path}">`))
  expect(html).toContain('"@type":"Audiobook"')
  expect(html).toMatch(/<script type="application\/json" id="first-data">/)
  expect(html).toContain('Inés Quintañel')
  const home = await (await request.get('/')).text()
  expect(home).toContain('The Lamplighter of Quiet Harbour')
  expect(home).toContain('Kitchen Table Physics')
})

test('the page names every script that its first one imports, the longest first', async ({
  request,
  catalogue,
}) => {
  const html = await (await request.get('/')).text()
  const [, entry = ''] = /<script type="module" crossorigin src="([^"]+)"/.exec(html) ?? []
  const script = await (await request.get(entry)).text()
  const imported = [...script.matchAll(/(?:^|;)import[^;"]*?from"\.\/([^"]+)"/gm)].map(([, name]) => name)
  expect(imported.length).toBeGreaterThan(1)
  for (const name of imported)
    expect(html).toContain(`<link rel="modulepreload" crossorigin href="/assets/${name}">`)
  const named = scriptsOf(html)
  const lengths = await Promise.all(
    named.map(async (path) => (await (await request.get(path)).text()).length),
  )
  expect(lengths).toEqual(lengths.toSorted((one, other) => other - one))
  const book = await (await request.get(catalogue.book('Salt and Orchard').path)).text()
  expect(scriptsOf(book).slice(0, named.length)).toEqual(named)
})

const scriptsOf = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path)

test('without JavaScript the page says what it needs', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page).toHaveTitle('Earmark - Home')
  await expect(page.locator('noscript')).toBeVisible()
  expect(await page.locator('noscript').innerText()).toContain('Earmark needs JavaScript to play and browse.')
  await context.close()
})

test('search engines find every public page', async ({ request, catalogue }) => {
  const robots = await (await request.get('/robots.txt')).text()
  const [, sitemapUrl] = /^Sitemap: (.+)$/m.exec(robots) ?? []
  const sitemap = await (await request.get(sitemapUrl ?? '')).text()
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url ?? '').pathname)
  const episodes = catalogue.podcasts.flatMap((podcast) => podcast.episodes)
  expect(paths.toSorted()).toEqual(
    [
      '/',
      '/audio-books',
      '/podcasts',
      ...catalogue.books.map(({ id }) => `/audio-books/${id}`),
      ...catalogue.creatorIds.map((id) => `/creators/${id}`),
      ...catalogue.seriesIds.map((id) => `/series/${id}`),
      ...catalogue.collectionIds.map((id) => `/collections/${id}`),
      ...catalogue.podcasts.map(({ id }) => `/podcasts/${id}`),
      ...episodes.map(({ id, podcastId }) => `/podcasts/${podcastId}/episodes/${id}`),
    ].toSorted(),
  )
})

test('pages are served under a strict policy', async ({ request, catalogue }) => {
  for (const path of ['/', catalogue.book('Salt and Orchard').path, '/search']) {
    const headers = (await request.get(path)).headers()
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toMatch(/default-src 'none'/)
    expect(policy).toMatch(/script-src 'self' 'sha256-[^;]+;/)
    expect(policy).not.toMatch(/script-src[^;]*'unsafe/)
    expect(policy).toMatch(/object-src 'none'.*frame-ancestors 'none'.*require-trusted-types-for 'script'/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cache-control': 'private, no-cache',
    })
  }
})

test('the cross-site token is given once and kept', async ({ page, context }) => {
  const token = async () => (await context.cookies()).filter(({ name }) => name === 'XSRF-TOKEN')
  await page.goto('/')
  const [given, ...more] = await token()
  expect(given).toMatchObject({ sameSite: 'Lax', path: '/', httpOnly: false })
  expect(more).toEqual([])
  const second = await page.goto('/audio-books')
  expect(await second?.headerValue('set-cookie')).toBeNull()
  expect(await token()).toEqual([given])
})
