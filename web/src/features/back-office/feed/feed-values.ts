import type { FeedSettings, NewFeedSettings } from '@earmark/contract/feed-settings.ts'

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
}

export function valuesOf(settings: FeedSettings): FeedValues {
  const { author, ownerEmail, link, copyright, funding, verify, ...others } = settings
  return {
    ...others,
    author: author ?? '',
    ownerEmail: ownerEmail ?? '',
    link: link ?? '',
    copyright: copyright ?? '',
    funding: funding.map(({ url, text }) => `${url} ${text}`).join('\n'),
    verify: verify.join('\n'),
  }
}

/** @param updatedAt of the settings that were edited */
export function settingsOf(values: FeedValues, updatedAt: string): NewFeedSettings {
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
    updatedAt,
  }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
