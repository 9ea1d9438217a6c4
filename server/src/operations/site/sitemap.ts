import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { Made } from '../../db/changes/changes.ts'
import { yieldToEventLoop } from '../../db/engine/event-loop.ts'
import { countRecordPages, listRecordPages, type PublicPage } from './site.queries.ts'

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

export function createSitemaps({
  config: { publicUrl },
  db: { connection },
  changes,
}: Pick<MediaDeps, 'config' | 'db' | 'changes'>): Sitemaps {
  let kept: (Made & { counts: Promise<number[]> }) | null = null

  function countPages(): Promise<number[]> {
    const { version } = changes
    if (kept && changes.isCurrent(kept)) return kept.counts
    const counts = countRecordPages(connection).catch((error: unknown) => {
      if (kept?.counts === counts) kept = null
      throw error
    })
    kept = { version, scopes: sitemapScopes, counts }
    return counts
  }

  async function writeFile(number: number, counts: readonly number[]): Promise<string> {
    const lists = number === 1 ? listPaths : []
    const from = Math.max(0, (number - 1) * maxAddresses - listPaths.length)
    const stretch = { from, count: maxAddresses - lists.length }
    const pages = await listRecordPages(connection, counts, stretch)
    await yieldToEventLoop()
    const addresses = [
      ...lists.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`),
      ...pages.map((page) => addressOf(publicUrl, page)),
    ]
    return `${head}<urlset xmlns="${namespace}">\n${addresses.join('\n')}\n</urlset>\n`
  }

  return {
    async whole() {
      const counts = await countPages()
      const files = countFiles(counts)
      return files === 1 ? await writeFile(1, counts) : writeIndex(publicUrl, files)
    },
    async file(number) {
      const counts = await countPages()
      return number <= countFiles(counts) ? await writeFile(number, counts) : null
    },
  }
}

function countFiles(counts: readonly number[]): number {
  const addresses = counts.reduce((sum, count) => sum + count, listPaths.length)
  return Math.ceil(addresses / maxAddresses)
}

function addressOf(publicUrl: string, { path, changedAt }: PublicPage): string {
  return `<url><loc>${publicUrl}${path}</loc><lastmod>${new Date(changedAt).toISOString()}</lastmod></url>`
}

function writeIndex(publicUrl: string, files: number): string {
  const entries = Array.from(
    { length: files },
    (_, index) => `<sitemap><loc>${publicUrl}/sitemap-${index + 1}.xml</loc></sitemap>`,
  )
  return `${head}<sitemapindex xmlns="${namespace}">\n${entries.join('\n')}\n</sitemapindex>\n`
}
