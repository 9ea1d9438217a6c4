import type { Config } from '../../config/config.ts'
import { feedPath } from './feed-settings.ts'
import type { FedKind } from './feeds.queries.ts'

/** The addresses that stand in a feed, all of them absolute. */
export interface FeedAddresses {
  ofFeed(kind: FedKind, id: number): { url: string; hub: string | null; isPrivate: boolean }
  page(path: string): string
  media(file: string): string
  image(coverUrl: string | null): string | null
  chapters(kind: 'episodes' | 'audio-books', id: number, version: number): string
}

/** Of feeds for everyone. */
export function publicAddresses({ publicUrl, websubHub }: Config): FeedAddresses {
  return {
    ofFeed: (kind, id) => ({
      url: publicUrl + feedPath(kind, id),
      hub: websubHub === '' ? null : websubHub,
      isPrivate: false,
    }),
    page: (path) => publicUrl + path,
    media: (file) => `${publicUrl}/media/${file}`,
    image: (coverUrl) => (coverUrl === null ? null : publicUrl + coverUrl),
    chapters: (kind, id, version) => {
      const name = kind === 'episodes' ? `${id}-${version}` : `audio-books/${id}-${version}`
      return `${publicUrl}/feeds/chapters/${name}.json`
    },
  }
}
