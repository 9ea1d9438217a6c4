import type { Config } from '../../../config/config.ts'

const feedPath = /^\/feeds\/(?:p\/[\w-]+\/)?(podcasts|audio-books)\/([1-9]\d{0,14})\.xml$/

export interface OwnFeed {
  readonly kind: 'podcasts' | 'audio-books'
  readonly id: number
}

/** Of an address of a feed of this server; null for all others. */
export function ownFeedOf(url: string, { publicUrl }: Pick<Config, 'publicUrl'>): OwnFeed | null {
  const address = URL.parse(url)
  if (address?.host !== new URL(publicUrl).host) return null
  const [, kind, id] = feedPath.exec(address.pathname) ?? []
  return id === undefined ? null : { kind: kind as OwnFeed['kind'], id: Number(id) }
}

export function isOwnAddress(url: string, { publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return URL.parse(url)?.host === new URL(publicUrl).host
}
