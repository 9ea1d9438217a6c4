import type { FeedDocument } from '../reader/feed-document.ts'

/**
 * Items that do not say whether they are explicit are what their channel is. Their hashes tell what it was by a mark,
 * which is in no hash of the reader (base64url).
 */

const marks = { clean: '~', explicit: '!' } as const

const markOf = (isExplicit: boolean | null) => (isExplicit === true ? marks.explicit : marks.clean)

/** As the reader gives it. */
export function statedHash(contentHash: string): string {
  return contentHash.replace(/[~!]$/, '')
}

/** @returns the known hashes without those of items that the channel has changed since */
export function hashesOfChannel(
  known: readonly string[],
  { isExplicit, unchanged }: FeedDocument,
): readonly string[] {
  const other = markOf(isExplicit !== true)
  const shown = new Set(unchanged.map(({ contentHash }) => `${contentHash}${other}`))
  return known.filter((contentHash) => !shown.has(contentHash))
}

export function withExplicitItems(document: FeedDocument): FeedDocument {
  const isExplicit = document.isExplicit === true
  const mark = markOf(isExplicit)
  const items = document.items.map((item) =>
    item.isExplicit === null ? { ...item, isExplicit, contentHash: `${item.contentHash}${mark}` } : item,
  )
  return { ...document, items }
}
