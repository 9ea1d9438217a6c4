import type { Config } from '../../config/config.ts'
import { feedPath } from './settings/feed-settings.ts'
import type { FedKind } from './settings/feed-rows.queries.ts'

/** The addresses that stand in a feed, all of them absolute. */
export interface FeedAddresses {
  /** @param id of the record */
  ofFeed(kind: FedKind | 'library', id?: number): { url: string; hub: string | null; isPrivate: boolean }
  page(path: string): string
  media(file: string): string
  /** Of a sound elsewhere; null where none are passed on. */
  relay(file: string): string | null
  image(coverKey: string | null): string | null
  chapters(kind: 'episodes' | 'audio-books', id: number, version: number): string
  transcript(episodeId: number, revision: number, format: string): string
}

/** Of feeds for everyone. */
export function publicAddresses({ publicUrl, websubHub, sources }: Config): FeedAddresses {
  return {
    ofFeed: (kind, id = 0) => ({
      url: publicUrl + feedPath(kind, id),
      hub: websubHub === '' ? null : websubHub,
      isPrivate: false,
    }),
    page: (path) => publicUrl + path,
    media: (file) => `${publicUrl}/media/${file}`,
    relay: (file) => (sources === 'off' ? null : `${publicUrl}/relay/${file}`),
    image: (coverKey) => (coverKey === null ? null : `${publicUrl}/feeds/images/${coverKey}.jpg`),
    chapters: (kind, id, version) => `${publicUrl}/feeds/chapters/${chaptersName(kind, id, version)}`,
    transcript: (id, revision, format) => `${publicUrl}/feeds/transcripts/${id}-${revision}.${format}`,
  }
}

/** Of the feeds of one token; on a server for members, files are below it, too. */
export function privateAddresses(config: Config, token: string): FeedAddresses {
  const open = publicAddresses(config)
  const own = `${config.publicUrl}/feeds/p/${token}`
  return {
    ...open,
    ofFeed: (kind, id = 0) => {
      const path = kind === 'library' ? '/library.xml' : feedPath(kind, id).slice('/feeds'.length)
      return { url: own + path, hub: null, isPrivate: true }
    },
    chapters: (kind, id, version) => `${own}/chapters/${chaptersName(kind, id, version)}`,
    transcript: (id, revision, format) => `${own}/transcripts/${id}-${revision}.${format}`,
    ...(config.access === 'members' && {
      media: (file) => `${own}/media/${file}`,
      relay: (file) => (config.sources === 'off' ? null : `${own}/relay/${file}`),
    }),
  }
}

function chaptersName(kind: 'episodes' | 'audio-books', id: number, version: number): string {
  return `${kind === 'episodes' ? '' : 'audio-books/'}${id}-${version}.json`
}
