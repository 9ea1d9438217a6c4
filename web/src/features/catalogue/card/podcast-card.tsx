import type { Podcast } from '@earmark/contract/podcasts.ts'
import { nicknames } from '../people.ts'
import type { CardProps } from './card-props.ts'
import { RecordCard } from './record-card.tsx'

export function PodcastCard({ item: podcast, ...props }: CardProps<Podcast>) {
  return (
    <RecordCard
      record={podcast}
      people={nicknames(podcast.voicers)}
      link={{ to: '/podcasts/$id', params: { id: String(podcast.id) } }}
      {...props}
    />
  )
}
