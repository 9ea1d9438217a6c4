import type { Correction, SuggestionKind } from '@earmark/contract/search.ts'

const quoted = (words: readonly string[]) => words.map((word) => `“${word}”`)
const books = (count: number) => (count === 1 ? '1 book' : `${count} books`)
const podcasts = (count: number) => (count === 1 ? '1 podcast' : `${count} podcasts`)

export const searchMessages = {
  ignored: (words: readonly string[]) =>
    `Nothing is called ${quoted(words).join(' or ')}; without ${words.length === 1 ? 'it' : 'them'}:`,
  corrected: ({ word, instead }: Correction) =>
    `Nothing has “${word}”: these have ${quoted(instead).join(' or ')}.`,
  kinds: 'Kinds',
  bestMatch: 'Best match',
  allBooks: (count: number) => (count === 1 ? 'Its book' : `All ${books(count)}`),
  allEpisodes: (count: number) => (count > 1 ? `All ${count} episodes` : 'Go to the podcast'),
  allWorks: 'All works',
  episodes: 'Episodes',
  series: 'Series',
  people: 'People',
  all: 'All',
  allKinds: 'Search all kinds',
  pagesOf: (kind: string) => `Pages of ${kind}`,
  failed: (kind: string) => `Failed to load ${kind}. Please try reloading or navigating to {My Library}`,
  booksOf: (count: number, people: string) => (people === '' ? books(count) : `${books(count)} by ${people}`),
  worksOf: (audioBooks: number, podcastsCount: number) =>
    [
      ...(audioBooks > 0 ? [books(audioBooks)] : []),
      ...(podcastsCount > 0 ? [podcasts(podcastsCount)] : []),
    ].join(' · '),
  suggestions: 'Suggestions',
  closeSuggestions: 'Close suggestions',
  suggested: (count: number) => (count === 1 ? '1 suggestion' : `${count} suggestions`),
  allThatHas: (term: string) => `All that has “${term}”`,
  kindNames: {
    Series: 'Series',
    Creator: 'Person',
    AudioBook: 'Audio book',
    Podcast: 'Podcast',
    Episode: 'Episode',
  } satisfies Record<SuggestionKind, string>,
} as const
