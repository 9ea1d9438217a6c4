import type {
  FeedSettings,
  NewPodcastFeedSettings,
  PodcastFeedSettings,
} from '@earmark/contract/feed-settings.ts'

/** As the fields of the form hold them. */
export interface FeedValues
  extends Pick<FeedSettings, 'language' | 'categories' | 'explicit' | 'type' | 'complete' | 'locked'> {
  tellOwner: boolean
  author: string
  ownerEmail: string
  link: string
  copyright: string
  funding: string
  verify: string
  /** Null for audio books, which do not have it. */
  firstPageItems: string | null
}

export type EditedFeedSettings = FeedSettings & Partial<PodcastFeedSettings>

export function valuesOf(settings: EditedFeedSettings): FeedValues {
  const { author, ownerEmail, link, copyright, funding, verify, firstPageItems, ...others } = settings
  return {
    ...others,
    author: author ?? '',
    ownerEmail: ownerEmail ?? '',
    link: link ?? '',
    copyright: copyright ?? '',
    funding: funding.map(({ url, text }) => `${url} ${text}`).join('\n'),
    verify: verify.join('\n'),
    firstPageItems: firstPageItems === undefined ? null : String(firstPageItems),
  }
}

/** @param updatedAt of the settings that were edited */
export function settingsOf(values: FeedValues, updatedAt: string): NewPodcastFeedSettings {
  return {
    language: values.language.trim(),
    categories: [...new Set(values.categories)],
    explicit: values.explicit,
    type: values.type,
    complete: values.complete,
    locked: values.locked,
    tellOwner: values.tellOwner,
    author: values.author.trim() || null,
    ownerEmail: values.ownerEmail.trim() || null,
    link: values.link.trim() || null,
    copyright: values.copyright.trim() || null,
    funding: linesOf(values.funding).map((line) => {
      const [url = '', ...words] = line.split(/\s+/)
      return { url, text: words.join(' ') || url }
    }),
    verify: linesOf(values.verify),
    ...(values.firstPageItems !== null && { firstPageItems: Number(values.firstPageItems) }),
    updatedAt,
  }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
