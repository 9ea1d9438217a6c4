import type { Config } from '../../config/config.ts'
import { deviceFeedToken } from '../../people/devices/device-feed-token.ts'
import type { TokenKeys } from '../../people/sessions/token-keys.ts'
import { privateAddresses, publicAddresses } from '../feeds/feed-addresses.ts'
import { ownFeedOf } from '../sources/source/own-feeds.ts'
import { mediaFile, mediaKeyOf } from '../../media/content-type.ts'

/** Addresses and guids by which apps know podcasts and episodes: those of the feeds that this server answers. */

export interface FedPodcast {
  readonly id: number
  readonly is_public: 0 | 1
}

export interface FeedAddresses {
  readonly podcast: (podcast: FedPodcast) => string
  /** Whether an address is of the device's private feeds. */
  readonly isPrivate: (url: string) => boolean
  /** Whether an address is one of feeds for everybody. */
  readonly isPublic: (url: string) => boolean
  readonly audioBook: (id: number) => string
  readonly episodeGuid: (id: number) => string
  /** @param firstHost of the address that its feed first had */
  readonly partGuid: (audioBookId: number, part: number, firstHost: string | null) => string
  readonly media: (file: string) => string
  /** Null where none are passed on. */
  readonly relay: (key: string, contentType: string) => string | null
}

/** Of the device's private feeds on a server for members, and of podcasts that are not everybody's. */
export function feedAddresses(
  { config, tokenKeys }: { readonly config: Config; readonly tokenKeys: Pick<TokenKeys, 'devices'> },
  deviceId: string,
): FeedAddresses {
  const { publicUrl } = config
  const { host } = new URL(publicUrl)
  const own = privateAddresses(config, deviceFeedToken(tokenKeys, deviceId))
  const feeds = config.access === 'members' ? own : publicAddresses(config)
  const privateRoot = new URL('.', own.ofFeed('library').url).href
  return {
    podcast: ({ id, is_public }) => (is_public === 1 ? feeds : own).ofFeed('podcast', id).url,
    isPrivate: (url) => url.startsWith(privateRoot),
    isPublic: (url) =>
      ownFeedOf(url, config) !== null && new URL(url).pathname.startsWith('/feeds/podcasts/'),
    audioBook: (id) => feeds.ofFeed('audio-book', id).url,
    episodeGuid: (id) => `earmark-episode-${id}@${host}`,
    partGuid: (id, part, firstHost) => `earmark-audio-book-${id}-${part}@${firstHost ?? host}`,
    media: (file) => feeds.media(file),
    relay: (key, contentType) => feeds.relay(mediaFile(key, contentType)),
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
