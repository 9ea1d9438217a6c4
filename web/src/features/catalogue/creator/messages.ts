import type { CreditRole } from '@earmark/contract/credits.ts'
import { maxWorksOfKind, type WorksInRole } from '@earmark/contract/works.ts'

const headings: Record<CreditRole, string> = {
  Author: 'Written',
  Reader: 'Read',
  Translator: 'Translated',
  Editor: 'Edited',
  Foreword: 'Forewords',
  Composer: 'Composed',
  Producer: 'Produced',
  Host: 'Hosted',
  Guest: 'Guest',
  Voice: 'Voice',
}

const episodes = (count: number) => (count === 1 ? '1 episode' : `${count} episodes`)

/** At most 100 works of a kind are known here. */
const all = (count: number, kind: string) => (count < maxWorksOfKind ? `All ${count} ${kind}` : `All ${kind}`)

export const creatorMessages = {
  playNewest: 'Play newest',
  allBooks: (count: number) => all(count, count === 1 ? 'audio book' : 'audio books'),
  allPodcasts: (count: number) => all(count, count === 1 ? 'podcast' : 'podcasts'),
  headings,
  roles: 'What they did',
  episodes,
  episodesFailed: 'Get Episodes failed',
  pagesOfEpisodes: (role: CreditRole) => `Pages of episodes: ${headings[role]}`,
  /** "Host of 2 and in 3 episodes". */
  roleOf({ role, audioBooks, podcasts, episodesCount }: WorksInRole): string {
    const count = audioBooks.length + podcasts.length
    const parts = [
      ...(count > 0 ? [`of ${count}`] : []),
      ...(episodesCount > 0 ? [`in ${episodes(episodesCount)}`] : []),
    ]
    return `${role} ${parts.join(' and ')}`
  },
} as const
