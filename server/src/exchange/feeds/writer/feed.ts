/** What is written as RSS; addresses are absolute, instants epoch milliseconds. */
export interface Feed {
  readonly title: string
  /** Of its page. */
  readonly link: string
  /** Of itself, without a page. */
  readonly url: string
  readonly page: number
  readonly pagesCount: number
  readonly hub: string | null
  readonly description: string
  readonly language: string
  readonly categories: readonly FeedCategory[]
  readonly isExplicit: boolean
  readonly imageUrl: string | null
  readonly author: string | null
  readonly type: 'episodic' | 'serial'
  readonly guid: string
  readonly medium: 'podcast' | 'audiobook'
  readonly isLocked: boolean
  readonly ownerEmail: string | null
  /** Whether directories read the owner's address. */
  readonly tellsOwner: boolean
  readonly persons: readonly FeedPerson[]
  readonly funding: readonly { readonly url: string; readonly text: string }[]
  readonly verify: readonly string[]
  readonly copyright: string | null
  readonly isComplete: boolean
  /** Null where nothing tells. */
  readonly changedAt: number | null
  /** For one listener: no directory may show it. */
  readonly isPrivate: boolean
  /** Of this page. */
  readonly itemsCount: number
  /** Read while they are written. */
  readonly items: Iterable<FeedItem> | AsyncIterable<FeedItem>
}

export interface FeedCategory {
  readonly group: string
  readonly below: string | null
}

export interface FeedPerson {
  readonly name: string
  readonly role: 'host' | 'guest' | 'narrator'
  readonly link: string
}

export interface FeedItem {
  readonly title: string
  readonly guid: string
  readonly link: string
  readonly publishedAt: number
  readonly description: string | null
  readonly notesHtml: string | null
  readonly enclosure: FeedFile
  readonly durationMs: number | null
  /** 0 is not told to directories. */
  readonly number: number | null
  /** What is shown instead of the number; at most 32 characters. */
  readonly display: string | null
  readonly season: number | null
  readonly type: 'full' | 'trailer' | 'bonus'
  readonly imageUrl: string | null
  readonly isExplicit: boolean
  readonly persons: readonly FeedPerson[]
  readonly chaptersUrl: string | null
  readonly transcripts: readonly FeedTranscript[]
}

export interface FeedTranscript {
  readonly url: string
  readonly contentType: string
  readonly language: string | null
}

export interface FeedFile {
  readonly url: string
  readonly sizeBytes: number
  readonly contentType: string
}
