import type { AudioBook } from '@earmark/contract/audio-books.ts'
import type { PodcastEpisode } from '@earmark/contract/episodes.ts'
import type { Podcast } from '@earmark/contract/podcasts.ts'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, useId } from 'react'
import { Cover } from '../../../ui/cover/cover.tsx'
import { NearView } from '../../../ui/near-view/near-view.tsx'
import { type NewTrack, PlayAllButton } from '../../player/index.ts'
import { audioBookList } from '../list/list-kinds.ts'
import { partsOf, RecordGrid } from '../list/record-grid.tsx'
import { messages } from '../page-messages.ts'
import { EpisodeRow } from '../record/episode-row.tsx'
import { podcastTracks } from '../podcast-tracks.ts'
import { nicknames } from '../tracks.ts'
import styles from './shelves.module.css'

/** Audio books as their list shows them. */
export function AudioBookShelf({ books }: { books: readonly AudioBook[] }) {
  return <RecordGrid kind={audioBookList} items={books} topmost />
}

/** A podcast with some of its episodes, in their order. */
interface Group {
  readonly podcast: Podcast
  readonly episodes: readonly PodcastEpisode[]
  /** Public since the listener follows it, neither begun nor finished. */
  readonly newEpisodeIds: readonly number[]
}

/** Beside those of `messages.ts`, which are part of the first load. */
const followMessages = {
  nothingYet: 'New episodes will appear here',
  newEpisodes: (count: number) => `${count} new`,
} as const

const groupsAtFirst = 2
const episodesAtOnce = 20
const coverSizes = '(min-width: 760px) 176px, 96px'

/** Podcasts with their episodes. */
export function PodcastShelf({ groups }: { groups: readonly Group[] }) {
  return (
    <ul role="list" className={styles.groups}>
      {groups.map((group, place) => (
        <li key={group.podcast.id}>
          <NearView
            initially={place < groupsAtFirst}
            placeholder={<Ghost of="group" rows={group.episodes.length} />}
          >
            {() => <PodcastGroup {...group} />}
          </NearView>
        </li>
      ))}
    </ul>
  )
}

function PodcastGroup({ podcast, episodes, newEpisodeIds }: Group) {
  const title = useId()
  const tracks = podcastTracks(podcast, episodes)
  const list = [...tracks.values()]
  return (
    <article className={styles.group} aria-labelledby={title}>
      <div className={styles.cover}>
        <Cover {...podcast} shape="square" sizes={coverSizes} />
      </div>
      <div className={styles.words}>
        <h3 id={title} className={`title ${styles.name}`} dir="auto">
          <Link to="/podcasts/$id" params={{ id: String(podcast.id) }} className={styles.link}>
            {podcast.name}
          </Link>
        </h3>
        <p className={`meta ${styles.people}`} dir="auto">
          {nicknames(podcast.voicers)}
        </p>
        <p className={`meta number ${styles.count}`}>
          {episodes.length > 0 ? messages.episodes(episodes.length) : followMessages.nothingYet}
          {newEpisodeIds.length > 0 && (
            <span className={styles.new}>{followMessages.newEpisodes(newEpisodeIds.length)}</span>
          )}
        </p>
      </div>
      <div className={styles.actions}>
        <PlayAllButton tracks={list} />
      </div>
      <EpisodeRows episodes={episodes} newIds={new Set(newEpisodeIds)} tracks={tracks} list={list} />
    </article>
  )
}

interface EpisodeRowsProps {
  episodes: readonly PodcastEpisode[]
  newIds: ReadonlySet<number>
  tracks: ReadonlyMap<number, NewTrack>
  list: readonly NewTrack[]
}

function EpisodeRows({ episodes, newIds, tracks, list }: EpisodeRowsProps) {
  return (
    <div className={styles.rows}>
      {partsOf(episodes, episodesAtOnce).map((part, place) => (
        <NearView
          key={part[0]?.id}
          initially={place === 0}
          placeholder={<Ghost of="rows" rows={part.length} />}
        >
          {() => (
            <ol role="list">
              {part.map((episode) => (
                <li key={episode.id}>
                  <EpisodeRow
                    episode={episode}
                    track={tracks.get(episode.id)}
                    list={list}
                    heading="h4"
                    isNew={newIds.has(episode.id)}
                  />
                </li>
              ))}
            </ol>
          )}
        </NearView>
      ))}
    </div>
  )
}

/** About as high as the content that it stands for. */
function Ghost({ of, rows }: { of: 'group' | 'rows'; rows: number }) {
  return <div className={styles.ghost} data-of={of} style={{ '--rows': rows } as CSSProperties} />
}
