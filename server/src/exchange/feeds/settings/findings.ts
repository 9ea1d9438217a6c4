import { isIP } from 'node:net'
import type { FeedFinding, FeedSettings } from '@earmark/contract/feed-settings.ts'
import ipaddr from 'ipaddr.js'
import type { EditedFed } from './fed-records.ts'

const descriptions: Record<FeedFinding, string> = {
  NoCategory: 'Apple Podcasts needs a category.',
  CoverTooSmall: 'Apple Podcasts needs a cover of at least 1,400 pixels.',
  EnclosureTypeNotAccepted: 'Apple Podcasts takes MP3 and M4A only.',
  NoDescription: 'Apple Podcasts needs a description.',
  NoAuthor: 'Apple Podcasts needs an author.',
  HostNotPublic: 'Directories cannot reach this server at its address.',
}

const acceptedTypes = new Set(['audio/mpeg', 'audio/mp4'])
const leastCoverPixels = 1400

interface Judged {
  readonly record: EditedFed
  readonly settings: { readonly categories: readonly string[]; readonly author: string | null }
  readonly soundTypes: readonly string[]
  readonly publicUrl: string
}

/** What directories would refuse of a feed. */
export function findFeedFindings({
  record,
  settings,
  soundTypes,
  publicUrl,
}: Judged): FeedSettings['findings'] {
  const pixels = Math.max(record.coverWidth ?? 0, record.coverHeight ?? 0)
  const found: Record<FeedFinding, boolean> = {
    NoCategory: settings.categories.length === 0,
    CoverTooSmall: pixels < leastCoverPixels,
    EnclosureTypeNotAccepted: soundTypes.some((type) => !acceptedTypes.has(type)),
    NoDescription: (record.description ?? '').trim() === '',
    NoAuthor: settings.author === null,
    HostNotPublic: !isPublicHost(new URL(publicUrl).hostname),
  }
  return (Object.keys(found) as FeedFinding[])
    .filter((code) => found[code])
    .map((code) => ({ code, description: descriptions[code] }))
}

function isPublicHost(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '')
  if (isIP(address)) return ipaddr.process(address).range() === 'unicast'
  return (
    hostname.includes('.') && !/\.(localhost|local|lan|internal|home|test|invalid|home\.arpa)$/.test(hostname)
  )
}
