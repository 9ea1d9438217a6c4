import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { Made } from '../../db/changes/changes.ts'
import { yieldToEventLoop } from '../../db/engine/event-loop.ts'
import { listLastIds, listRecordPages, type PublicPage, type Stretch } from './site.queries.ts'

/** sitemaps.org allows 50 000; 10 000 fit into the response cache. */
export const maxAddresses = 10_000

export const sitemapScopes = ['audio-books', 'podcasts', 'creators', 'series', 'collections'] as const

const listPaths = ['/', '/audio-books', '/podcasts']
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const head = '<?xml version="1.0" encoding="UTF-8"?>\n'

export interface Sitemaps {
  /** The only file, or the index. */
  whole(): Promise<string>
  file(number: number): Promise<string | null>
}

/** Of a file, read and written at once: others wait no longer. */
const placesAtOnce = 2_000

export function createSitemaps({
  config: { publicUrl },
  db: { connection },
  changes,
}: Pick<MediaDeps, 'config' | 'db' | 'changes'>): Sitemaps {
  let kept: (Made & { lastIds: Promise<number[]> }) | null = null

  function lastIds(): Promise<number[]> {
    const { version } = changes
    if (kept && changes.isCurrent(kept)) return kept.lastIds
    const read = listLastIds(connection).catch((error: unknown) => {
      if (kept?.lastIds === read) kept = null
      throw error
    })
    kept = { version, scopes: sitemapScopes, lastIds: read }
    return read
  }

  async function writeFile(number: number, last: readonly number[]): Promise<string> {
    const addresses = number === 1 ? listPaths.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`) : []
    const { from, count } = stretchOf(number)
    for (let place = from; place < from + count; place += placesAtOnce) {
      const stretch = { from: place, count: Math.min(placesAtOnce, from + count - place) }
      const pages = await listRecordPages(connection, last, stretch)
      addresses.push(...pages.map((page) => addressOf(publicUrl, page)))
      await yieldToEventLoop()
    }
    return `${head}<urlset xmlns="${namespace}">\n${addresses.join('\n')}\n</urlset>\n`
  }

  /** The first has the lists. */
  async function isThere(number: number, last: readonly number[]): Promise<boolean> {
    if (number === 1) return true
    if (number > countFiles(last)) return false
    return (await listRecordPages(connection, last, stretchOf(number), 1)).length > 0
  }

  async function listFiles(last: readonly number[]): Promise<number[]> {
    const numbers: number[] = []
    for (let number = 1; number <= countFiles(last); number += 1)
      if (await isThere(number, last)) numbers.push(number)
    return numbers
  }

  return {
    async whole() {
      const last = await lastIds()
      const files = await listFiles(last)
      return files.length === 1 ? await writeFile(1, last) : writeIndex(publicUrl, files)
    },
    async file(number) {
      const last = await lastIds()
      return (await isThere(number, last)) ? await writeFile(number, last) : null
    },
  }
}

/** Of records. */
function stretchOf(number: number): Stretch {
  const from = (number - 1) * maxAddresses - listPaths.length
  return number === 1 ? { from: 0, count: maxAddresses - listPaths.length } : { from, count: maxAddresses }
}

function countFiles(lastIds: readonly number[]): number {
  const places = lastIds.reduce((sum, lastId) => sum + lastId, listPaths.length)
  return Math.ceil(places / maxAddresses)
}

function addressOf(publicUrl: string, { path, changedAt }: PublicPage): string {
  return `<url><loc>${publicUrl}${path}</loc><lastmod>${new Date(changedAt).toISOString()}</lastmod></url>`
}

function writeIndex(publicUrl: string, files: readonly number[]): string {
  const entries = files.map((number) => `<sitemap><loc>${publicUrl}/sitemap-${number}.xml</loc></sitemap>`)
  return `${head}<sitemapindex xmlns="${namespace}">\n${entries.join('\n')}\n</sitemapindex>\n`
}
