import { maxFeedLines } from '@earmark/contract/feed-settings.ts'
import type { EpisodeOrder } from '@earmark/contract/podcasts.ts'
import { maxGenreLength, maxGenres, maxLinkLength } from '@earmark/contract/record-forms.ts'
import type { FeedDocument } from '../reader/feed-document.ts'
import { peopleOfPodcast } from './credits-by-name.ts'
import { descriptionOf, lineOf } from './item-values.ts'

/** The fields of a podcast as its feed states them. */
export type StatedPodcast = ReturnType<typeof statedPodcast>

export function statedPodcast(document: FeedDocument) {
  const { homepage } = document
  return {
    /** Null where it has none: a podcast that is there keeps its name. */
    name: lineOf(document.title ?? '') || null,
    description: descriptionOf(document.description),
    language: languageOf(document.language),
    isExplicit: document.isExplicit === true,
    link: homepage !== null && homepage.length <= maxLinkLength ? homepage : null,
    episodeOrder: (document.type === 'Serial' ? 'Oldest' : 'Newest') satisfies EpisodeOrder as EpisodeOrder,
    categories: categoriesOf(document.categories),
    people: peopleOfPodcast(document),
    feed: statedFeed(document),
  }
}

const maxCopyrightLength = 500
const maxFundingUrlLength = 2_000
const maxFundingTextLength = 128

/** What our feed of the podcast tells as its own does, within the limits of an editor's settings. */
export type StatedFeed = ReturnType<typeof statedFeed>

function statedFeed({ copyright, funding, isComplete }: FeedDocument) {
  const named = funding
    .filter(({ url }) => url.length <= maxFundingUrlLength)
    .map(({ url, text }) => ({ url, text: lineOf(text, maxFundingTextLength) || new URL(url).hostname }))
  return {
    copyright: lineOf(copyright ?? '', maxCopyrightLength) || null,
    funding: JSON.stringify(named.slice(0, maxFeedLines)),
    isComplete,
  }
}

function languageOf(tag: string | null): string | null {
  try {
    return tag === null ? null : (Intl.getCanonicalLocales(tag)[0] ?? null)
  } catch {
    return null
  }
}

function categoriesOf(categories: readonly string[]): string[] {
  const names = categories.map((name) => lineOf(name, maxGenreLength))
  return [...new Set(names)].filter((name) => !/^\.{0,2}$/.test(name)).slice(0, maxGenres)
}
