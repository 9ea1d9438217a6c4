/** A feed as it was read: plain values that pass between processes. Addresses are absolute http or https. */
export interface FeedDocument {
  /** Null for an empty one. */
  readonly title: string | null
  readonly homepage: string | null
  readonly description: FeedNotes
  readonly imageUrl: string | null
  readonly author: string | null
  /** BCP 47, canonical. */
  readonly language: string | null
  /** Of iTunes with their subcategories, as `Society & Culture` and `Documentary`; else of RSS. */
  readonly categories: readonly string[]
  readonly isExplicit: boolean | null
  readonly type: 'Episodic' | 'Serial' | null
  /** `podcast:guid`, lower case. */
  readonly guid: string | null
  readonly newFeedUrl: string | null
  readonly ttlSeconds: number | null
  readonly copyright: string | null
  readonly persons: readonly FeedPerson[]
  readonly funding: readonly { readonly url: string; readonly text: string }[]
  readonly isLocked: boolean | null
  readonly isComplete: boolean
  /** The next page, or the archive before (RFC 5005, 3 and 4). */
  readonly nextPageUrl: string | null
  /** In the order of the document; keys are unique. */
  readonly items: readonly FeedItem[]
  /** Further items, whose content the reader was told is known. */
  readonly unchanged: readonly UnchangedItem[]
  readonly ignored: readonly FeedIgnored[]
}

export interface FeedItem {
  /** What the item is recognised by; unique in the document, at most 1 000 characters. */
  readonly guidKey: string
  /** As written, trimmed. */
  readonly guid: string | null
  /** Never empty. */
  readonly title: string
  readonly link: string | null
  /** Epoch milliseconds, at most a day after `now`; null where the feed states none that can be read. */
  readonly publishedAt: number | null
  /** The file that is played; null for an item without audio. */
  readonly enclosure: FeedEnclosure | null
  readonly alternates: readonly FeedEnclosure[]
  readonly durationSeconds: number | null
  readonly season: number | null
  readonly episode: number | null
  /** The number as listeners are to see it, such as `12b`; null where `episode` says it. */
  readonly episodeLabel: string | null
  readonly episodeType: 'Full' | 'Trailer' | 'Bonus'
  readonly isExplicit: boolean | null
  readonly description: FeedNotes
  readonly imageUrl: string | null
  readonly author: string | null
  readonly persons: readonly FeedPerson[]
  /** Of a document in the JSON of Podcasting 2.0. */
  readonly chaptersUrl: string | null
  /** Those within the feed (`psc:chapters`). */
  readonly chapters: readonly FeedChapter[]
  readonly transcripts: readonly FeedTranscript[]
  /** SHA-256, base64url, of everything above as the feed states it. */
  readonly contentHash: string
}

export type UnchangedItem = Pick<FeedItem, 'guidKey' | 'publishedAt' | 'contentHash'>

export interface FeedNotes {
  /** `Notes` as JSON, as they are stored; null for none. */
  readonly json: string | null
  /** The same as plain text, blocks apart by an empty line. */
  readonly text: string
}

export interface FeedEnclosure {
  readonly url: string
  readonly sizeBytes: number | null
  /** Without parameters, lower case, as `audio/mpeg`; by the address where the feed states none of audio or video. */
  readonly contentType: string | null
}

export interface FeedPerson {
  readonly name: string
  /** Lower case, as `host` (the default), `guest`, `narrator`. */
  readonly role: string
  readonly imageUrl: string | null
  readonly homepage: string | null
}

export interface FeedChapter {
  readonly startSeconds: number
  readonly title: string
  readonly href: string | null
  readonly imageUrl: string | null
}

export interface FeedTranscript {
  readonly url: string
  readonly contentType: string | null
  readonly language: string | null
}

/** What a feed has beyond the limits, and what its reading went on without. */
export type FeedIgnored = 'TooManyItems' | 'TextTooLong' | 'TooManyAttributes' | 'Truncated' | 'DoubledItems'

/**
 * `NotAFeed` is a page of HTML too; `TooDeep`, `TooLarge`, `TooSlow` are the reading's own limits; `Failed` is a fault of ours. `Busy` says nothing of the
 * feed: the machine had no time for it.
 */
export type FeedRefusal = 'NotAFeed' | 'Empty' | 'TooDeep' | 'TooLarge' | 'TooSlow' | 'Failed' | 'Busy'

export type FeedReading = { readonly document: FeedDocument } | { readonly refusal: FeedRefusal }

export interface FeedPlace {
  /** Where the bytes came from at last: addresses in the feed are relative to it. */
  readonly url: string
  /** The header of the answer. */
  readonly contentType: string | null
  /** Epoch milliseconds. */
  readonly now: number
  /** Content hashes of known items, whose notes need not be read. */
  readonly knownHashes?: readonly string[]
}

/** Reads feeds in a process of its own (0011). Rejects with the signal's reason alone. */
export interface FeedReader {
  read(bytes: Uint8Array, place: FeedPlace, signal?: AbortSignal): Promise<FeedReading>
}
