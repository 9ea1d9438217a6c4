import type { CreditRole } from '@earmark/contract/credits.ts'
import type { WorksInRole } from '@earmark/contract/works.ts'

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

export const creatorMessages = {
  headings,
  roles: 'What they did',
  episodes,
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
