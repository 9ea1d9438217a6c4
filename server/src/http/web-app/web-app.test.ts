import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FirstData } from '@earmark/contract/first-data.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { mergeCreator } from '../../catalogue/creators/creators.service.ts'
import { readConfig } from '../../config/config.ts'
import { anyFailure } from '../../errors.ts'
import {
  makeAudioBook,
  makeCollection,
  makeCreator,
  makeEpisode,
  makePodcast,
  makeSeries,
  storeCover,
} from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { pages } from './pages.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const script = "document.documentElement.dataset.theme = 'dark'"
const hostile = `</script><script>alert("1")</script> & 'quotes'`

const logged: { reqId?: string }[] = []
const log = { write: (line: string) => void logged.push(JSON.parse(line) as { reqId?: string }) }
const webFolder = await makeWebFolder()
const environment = { PUBLIC_URL: 'https://audio.example.org', LOG_LEVEL: 'warn' }
const server = await forAllTests(startTestServer({ webFolder, environment, log }))
afterAll(async () => await rm(webFolder, { recursive: true }))

/** The parts of a built web app that the server reads. */
async function makeWebFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'earmark-web-'))
  await mkdir(join(folder, '.vite'))
  await mkdir(join(folder, 'assets'))
  const html = `<html><head><script>${script}</script><!--earmark:head--></head><body><!--earmark:first-data--></body></html>`
  await writeFile(join(folder, 'index.html'), html)
  await writeFile(join(folder, 'assets', 'entry-abc.js'), 'export {}')
  const routes = pages.map(({ routeFile }) => {
    const place = pages.findIndex((page) => page.routeFile === routeFile)
    return [routeFile, ['assets/shared.css', `assets/${place}.js`, 'assets/shared.js']]
  })
  await writeFile(join(folder, '.vite', 'routes.json'), JSON.stringify(Object.fromEntries(routes)))
  return folder
}

function firstData(html: string): FirstData {
  const json = /<script type="application\/json" id="first-data">(.*?)<\/script>/s.exec(html)?.[1]
  return JSON.parse(json ?? 'null') as FirstData
}

function linkedData(html: string): unknown {
  return JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null')
}

it.each(pages.map(({ url }) => url).filter((url) => url !== '/'))('The API cannot be where %s is', (url) => {
  const root = `/${url.split('/')[1]}`
  expect(() => readConfig({ API_ROOT: root })).toThrow(`others below ${root} already`)
})

describe('a page', () => {
  it('is no operation of the API', async () => {
    const { paths } = (await server.app.inject('/api/openapi.json')).json<{ paths: object }>()
    expect(Object.keys(paths).filter((path) => !path.startsWith('/api/'))).toEqual([])
  })

  it('names the scripts and styles of its own', async () => {
    const { body } = await server.app.inject('/audio-books')
    const place = pages.findIndex(({ url }) => url === '/audio-books')
    expect(body).toContain(`<link rel="modulepreload" crossorigin href="/assets/${place}.js">`)
    expect(body).toContain('<link rel="stylesheet" crossorigin href="/assets/shared.css">')
  })

  it('has its title, its canonical address and its first data in it', async () => {
    const { body, headers } = await server.app.inject('/')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(body).toContain('<title>Earmark - Home</title>')
    expect(body).toContain('<link rel="canonical" href="https://audio.example.org/">')
    const { apiRoot, answers } = firstData(body)
    expect(apiRoot).toBe('/api')
    expect(Object.keys(answers)).toEqual([
      '/audio-books/paged?pageNumber=1&pageSize=16&sortBy=publishedAt&sortOrder=desc',
      '/podcasts/paged?pageNumber=1&pageSize=16&sortBy=publishedAt&sortOrder=desc',
      '/collections?isOnHome=true&maxItems=8',
    ])
  })

  it('has as first data exactly what the API answers', async () => {
    const id = await makeAudioBook(server, { name: 'Tin Roof' })
    for (const [url, path] of [
      [`/audio-books/${id}`, `/audio-books/${id}`],
      [
        '/audio-books?pageNumber=1&sortBy=name',
        '/audio-books/paged?pageNumber=1&pageSize=10&sortBy=name&sortOrder=asc',
      ],
      [
        '/search?search=tin%20roof',
        '/podcasts/paged?pageNumber=1&pageSize=10&sortBy=relevance&sortOrder=asc&search=tin%20roof',
      ],
    ] as const) {
      const { body } = await server.app.inject(url)
      const answer = (await server.app.inject(`/api${path}`)).json()
      expect(firstData(body).answers[path]).toEqual(answer)
    }
  })

  it('falls back to the defaults where the address is garbage', async () => {
    const response = await server.app.inject(`/podcasts?pageNumber=-1&sortBy=x&search=${'y'.repeat(500)}`)
    expect(response.statusCode).toBe(200)
    expect(Object.values(firstData(response.body).answers)).toHaveLength(1)
  })

  it('shows a change of the catalogue at once', async () => {
    const podcastId = await makePodcast(server, { name: 'Before' })
    const before = await server.app.inject(`/podcasts/${podcastId}`)
    await makeEpisode(server, podcastId, { number: 1, name: 'After' })
    const after = await server.app.inject({
      url: `/podcasts/${podcastId}`,
      headers: { 'if-none-match': before.headers['etag'] as string },
    })
    expect(after.statusCode).toBe(200)
    expect(after.body).toContain('After')
  })

  it('lets nothing that people wrote become markup or script', async () => {
    const id = await makeAudioBook(server, { name: hostile, description: hostile })
    const { body } = await server.app.inject(`/audio-books/${id}`)
    expect(body).not.toContain('<script>alert')
    expect(body.match(/<script/g)).toHaveLength(3)
    expect(firstData(body).answers[`/audio-books/${id}`]).toMatchObject({ name: hostile })
    expect(linkedData(body)).toMatchObject({ '@type': 'Audiobook', name: hostile })
  })

  it('describes its record for search engines and for whoever shows the link', async () => {
    const cover = await storeCover(server, 'navy')
    const podcastId = await makePodcast(server, { name: 'Signals', ...cover })
    const episodeId = await makeEpisode(server, podcastId, { number: 3, name: 'Echo' })
    const { body } = await server.app.inject(`/podcasts/${podcastId}/episodes/${episodeId}`)
    expect(linkedData(body)).toMatchObject({
      '@type': 'PodcastEpisode',
      episodeNumber: 3,
      partOfSeries: { '@type': 'PodcastSeries', url: `https://audio.example.org/podcasts/${podcastId}` },
    })
    expect(body).toMatch(/property="og:image" content="https:\/\/audio\.example\.org\/media\//)
    expect(body).toMatch(
      /rel="preload" as="image" fetchpriority="high" href="(\/media\/[\w-]+\.webp)" imagesrcset="\1 480w, /,
    )
  })

  it.each([
    '/audio-books/999999',
    '/podcasts/0',
    '/podcasts/1/episodes/nope',
    '/audio-books/paged',
    '/podcasts/paged',
    '/audio-books/1%3F',
  ])('of a record that is not there is 404 at %s, and still the app', async (url) => {
    const response = await server.app.inject(url)
    expect(response.statusCode).toBe(404)
    expect(response.body).toContain('<title>Earmark - Not found</title>')
    expect(response.body).toContain('id="first-data"')
  })

  it('of a creator describes the person, and leads on from one that was merged', async () => {
    const id = await makeCreator(server, { nickname: 'Gull', links: ['https://gull.example/'] })
    const merged = await makeCreator(server, { nickname: 'Old Gull' })
    const before = await server.app.inject(`/creators/${merged}?from=here`)
    expect(before.body).toContain('<title>Earmark - Old Gull</title>')
    await mergeCreator(server.deps, merged, id, anyFailure)
    const { statusCode, headers } = await server.app.inject(`/creators/${merged}?from=here`)
    const location = `https://audio.example.org/creators/${id}`
    expect({ statusCode, location: headers.location }).toEqual({ statusCode: 301, location })
    const { body } = await server.app.inject(`/creators/${id}`)
    expect(linkedData(body)).toMatchObject({
      '@type': 'Person',
      name: 'Gull',
      url: location,
      sameAs: ['https://gull.example/'],
    })
    expect(Object.keys(firstData(body).answers)).toEqual([`/creators/${id}`, `/creators/${id}/works`])
  })

  it('of a series describes it with its authors, and an audio book names the series that it is of', async () => {
    const id = await makeSeries(server, hostile)
    const book = await makeAudioBook(server, { name: 'Part', series: [{ id, sequence: '1' }] })
    const url = `https://audio.example.org/series/${id}`
    const { body } = await server.app.inject(`/series/${id}`)
    expect(linkedData(body)).toMatchObject({ '@type': 'BookSeries', name: hostile, url })
    expect(Object.keys(firstData(body).answers)).toEqual([`/series/${id}`])
    const part = await server.app.inject(`/audio-books/${book}`)
    const isPartOf = [{ '@type': 'BookSeries', name: hostile, url }]
    expect(linkedData(part.body)).toMatchObject({ '@type': 'Audiobook', isPartOf })
  })

  it('of a collection lists what is public of it', async () => {
    const draft = await makeAudioBook(server, { name: 'Draft', draft: true })
    const podcast = await makePodcast(server, { name: 'Shown' })
    const id = await makeCollection(server, hostile, [{ audioBookId: draft }, { podcastId: podcast }])
    const { body } = await server.app.inject(`/collections/${id}`)
    const url = `https://audio.example.org/podcasts/${podcast}`
    expect(linkedData(body)).toMatchObject({
      '@type': 'ItemList',
      name: hostile,
      itemListElement: [{ position: 1, url }],
    })
    expect(Object.keys(firstData(body).answers)).toEqual([`/collections/${id}`])
  })

  it('made while the database failed is not kept, and says so to caches', async () => {
    const url = '/podcasts?pageSize=3'
    const { connection } = server.deps.db
    await connection.schema.alterTable('podcasts').renameTo('podcasts_away').execute()
    const failed = await server.app.inject(url)
    await connection.schema.alterTable('podcasts_away').renameTo('podcasts').execute()
    expect(failed.statusCode).toBe(503)
    expect(failed.headers['cache-control']).toBe('no-store')
    expect(failed.headers['x-request-id']).toBe(logged.at(-1)?.reqId)
    expect(failed.body).toContain('id="first-data"')
    const whole = await server.app.inject(url)
    expect(whole.statusCode).toBe(200)
    expect(whole.headers['x-request-id']).toBeUndefined()
    expect(Object.keys(firstData(whole.body).answers)).toHaveLength(1)
  })

  it('leads to the list from where its records would be', async () => {
    for (const [url, page] of [
      ['/audio-books/', '/audio-books'],
      ['/podcasts/?pageNumber=2', '/podcasts?pageNumber=2'],
      ['/podcasts/1/episodes/2/', '/podcasts/1/episodes/2'],
    ] as const) {
      const { statusCode, headers } = await server.app.inject({ url, headers: { accept: 'text/html' } })
      expect({ url, statusCode, location: headers.location }).toEqual({
        url,
        statusCode: 308,
        location: page,
      })
    }
    for (const url of ['/podcasts/1/episodes/', '/edit/audio-books/', '/podcasts//episodes/2']) {
      const { statusCode, headers } = await server.app.inject({ url, headers: { accept: 'text/html' } })
      expect({ url, statusCode, location: headers.location }).toEqual({ url, statusCode: 302, location: '/' })
    }
  })

  it('leads home from an unknown path', async () => {
    const response = await server.app.inject({ url: '/no/such/page', headers: { accept: 'text/html' } })
    expect(response.statusCode).toBe(302)
    expect(response.headers['location']).toBe('/')
  })
})

describe('the protection of pages', () => {
  it('allows no scripts but our own and those of known hash', async () => {
    const { headers } = await server.app.inject('/')
    const policy = headers['content-security-policy'] as string
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]+';/)
    for (const rule of [
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]) {
      expect(policy).toContain(rule)
    }
    expect(headers['strict-transport-security']).toBeDefined()
  })

  it('gives a visitor a token once', async () => {
    const first = await server.app.inject('/')
    const cookie = first.headers['set-cookie'] as string
    expect(cookie).toMatch(/^XSRF-TOKEN=[\w-]{32}; Path=\/; SameSite=Lax; Secure$/)
    const again = await server.app.inject({ url: '/', headers: { cookie: cookie.split(';')[0] as string } })
    expect(again.headers['set-cookie']).toBeUndefined()
    const other = await server.app.inject('/')
    expect(other.headers['set-cookie']).not.toBe(cookie)
  })
})

describe('files of the web app', () => {
  it('with a hash in their names are kept for ever', async () => {
    const { headers, statusCode } = await server.app.inject('/assets/entry-abc.js')
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toContain('immutable')
  })

  it.each(['/index.html', '/.vite/routes.json', '/assets/../../package.json', '/%2e%2e/package.json'])(
    'do not include %s',
    async (url) => {
      expect((await server.app.inject(url)).statusCode).toBe(404)
    },
  )
})

describe('for search engines', () => {
  it('robots.txt names the sitemap', async () => {
    const { body } = await server.app.inject('/robots.txt')
    expect(body).toContain('Disallow: /api/\n')
    expect(body).toContain('Sitemap: https://audio.example.org/sitemap.xml')
  })

  it('robots.txt leaves out the API wherever that is', async () => {
    await using other = await startTestServer({ environment: { API_ROOT: 'https://api.example/v1' } })
    expect((await other.app.inject('/robots.txt')).body).toContain('Disallow: /v1/\n')
  })

  it('the sitemap has every public record', async () => {
    const podcastId = await makePodcast(server, { name: 'Mapped' })
    const episodeId = await makeEpisode(server, podcastId, { number: 1, name: 'One' })
    const { body, headers } = await server.app.inject('/sitemap.xml')
    expect(headers['content-type']).toContain('xml')
    for (const path of [
      '/',
      '/audio-books',
      `/podcasts/${podcastId}`,
      `/podcasts/${podcastId}/episodes/${episodeId}`,
    ]) {
      expect(body).toContain(`<loc>https://audio.example.org${path}</loc>`)
    }
    expect((await server.app.inject('/sitemap-1.xml')).statusCode).toBe(200)
    expect((await server.app.inject('/sitemap-2.xml')).statusCode).toBe(404)
    expect((await server.app.inject('/sitemap-x.xml')).statusCode).toBe(404)
  })
})
