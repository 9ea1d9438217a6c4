import type { Config } from '../../config/config.ts'
import { mediaKeyOf, relayUrl } from '../../media/content-type.ts'

/** Addresses and guids by which apps know podcasts and episodes: those of the feeds that this server answers. */

export interface FeedAddresses {
  readonly podcast: (id: number) => string
  readonly audioBook: (id: number) => string
  readonly episodeGuid: (id: number) => string
  /** @param firstHost of the address that its feed first had */
  readonly partGuid: (audioBookId: number, part: number, firstHost: string | null) => string
  readonly media: (file: string) => string
  readonly relay: (key: string, contentType: string) => string
}

export function feedAddresses({ publicUrl }: Pick<Config, 'publicUrl'>): FeedAddresses {
  const { host } = new URL(publicUrl)
  return {
    podcast: (id) => `${publicUrl}/feeds/podcasts/${id}.xml`,
    audioBook: (id) => `${publicUrl}/feeds/audio-books/${id}.xml`,
    episodeGuid: (id) => `earmark-episode-${id}@${host}`,
    partGuid: (id, part, firstHost) => `earmark-audio-book-${id}-${part}@${firstHost ?? host}`,
    media: (file) => `${publicUrl}/media/${file}`,
    relay: (key, contentType) => publicUrl + relayUrl(key, contentType),
  }
}

/** The media key of an enclosure's address; null for files of others. */
export function enclosureKeyOf(url: string): string | null {
  const { pathname = '' } = URL.parse(url) ?? {}
  return /\/(media|relay)\/[^/]+$/.test(pathname)
    ? mediaKeyOf(pathname.slice(pathname.lastIndexOf('/') + 1))
    : null
}

const guidForm = /^earmark-(?:episode-([1-9]\d{0,14})|audio-book-([1-9]\d{0,14})-([1-9]\d{0,5}))@/

/** What an item's guid of ours names, whatever the host was when it was made. */
export function recordOfGuid(
  guid: string,
): { readonly episodeId: number } | { readonly audioBookId: number; readonly part: number } | null {
  const [, episodeId, audioBookId, part] = guidForm.exec(guid) ?? []
  if (episodeId !== undefined) return { episodeId: Number(episodeId) }
  return audioBookId === undefined ? null : { audioBookId: Number(audioBookId), part: Number(part) }
}
