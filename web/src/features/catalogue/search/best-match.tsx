import type { CreatorDetail } from '@earmark/contract/creators.ts'
import type { FoundEpisode, SearchResult, SuggestionKind } from '@earmark/contract/search.ts'
import type { AudioBook } from '@earmark/contract/audio-books.ts'
import type { Podcast } from '@earmark/contract/podcasts.ts'
import type { Series, SeriesDetail } from '@earmark/contract/series.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatLength } from '../../../lib/format-length.ts'
import { buttonClass } from '../../../ui/button/button.tsx'
import { Cover } from '../../../ui/cover/cover.tsx'
import { Portrait } from '../../../ui/portrait/portrait.tsx'
import { ResumeButton } from '../../player/index.ts'
import { series as seriesQuery } from '../group-queries.ts'
import { useSeriesStart } from '../groups/series-start.tsx'
import { messages } from '../page-messages.ts'
import { Facts } from '../record/facts.tsx'
import { audioBookTrack, episodeTrack, nicknames } from '../tracks.ts'
import styles from './best-match.module.css'
import { searchMessages } from './messages.ts'

const coverSizes = '(min-width: 760px) 150px, 84px'

/** The first record of the answer's best kind, large. */
export function BestMatch({ found, best }: { found: SearchResult; best: SuggestionKind }) {
  const { series, creators, audioBooks, podcasts, episodes } = found
  const shown = {
    Series: series.items[0] && <BestSeries series={series.items[0]} />,
    Creator: creators.items[0] && <BestCreator creator={creators.items[0]} />,
    AudioBook: audioBooks.items[0] && <BestBook book={audioBooks.items[0]} />,
    Podcast: podcasts.items[0] && <BestPodcast podcast={podcasts.items[0]} />,
    Episode: episodes.items[0] && <BestEpisode episode={episodes.items[0]} />,
  }
  return (
    <section className={styles.best} aria-label={searchMessages.bestMatch}>
      {shown[best]}
    </section>
  )
}

type To = Pick<LinkProps, 'to' | 'params'>

interface MatchProps {
  kind: string
  name: string
  to: To
  picture: ReactNode
  facts: readonly (string | null)[]
  children: ReactNode
}

function Match({ kind, name, to, picture, facts, children }: MatchProps) {
  return (
    <article className={styles.match}>
      {picture}
      <div className={styles.words}>
        <p className="meta">{kind}</p>
        <h2 className={`title ${styles.name}`} dir="auto">
          <Link {...to} className={styles.link}>
            {name}
          </Link>
        </h2>
        <Facts facts={facts.map((fact) => (fact === '' ? null : fact))} className={styles.facts} />
        <div className={styles.actions}>{children}</div>
      </div>
    </article>
  )
}

function BestSeries({ series }: { series: Series }) {
  const { data, isPending } = useQuery(seriesQuery(series.id))
  if (data) return <WholeSeries series={series} whole={data} />
  return <SeriesMatch series={series}>{isPending ? <span /> : <AllBooks series={series} />}</SeriesMatch>
}

function WholeSeries({ series, whole }: { series: Series; whole: SeriesDetail }) {
  const { facts, button } = useSeriesStart(whole)
  return (
    <SeriesMatch series={series} facts={facts}>
      {button}
      <AllBooks series={series} />
    </SeriesMatch>
  )
}

interface SeriesMatchProps {
  series: Series
  facts?: readonly (string | null)[]
  children: ReactNode
}

function SeriesMatch({ series, facts = [], children }: SeriesMatchProps) {
  const { name, booksCount, authors, coverImagePreviewUrls } = series
  return (
    <Match
      kind={searchMessages.kindNames.Series}
      name={name}
      to={seriesPage(series)}
      picture={
        <Cover
          name={name}
          coverImagePreviewUrl={coverImagePreviewUrls[0] ?? null}
          sizes={coverSizes}
          className={styles.cover}
        />
      }
      facts={[searchMessages.booksOf(booksCount, nicknames(authors)), ...facts]}
    >
      {children}
    </Match>
  )
}

const seriesPage = ({ id }: Series): To => ({ to: '/series/$id', params: { id: String(id) } })

function AllBooks({ series }: { series: Series }) {
  return (
    <Link {...seriesPage(series)} className={buttonClass}>
      {searchMessages.allBooks(series.booksCount)}
    </Link>
  )
}

function BestBook({ book }: { book: AudioBook }) {
  const { id, name, authors, readers, durationSeconds } = book
  const track = audioBookTrack(book)
  const people = nicknames(authors.length > 0 ? authors : readers)
  return (
    <Match
      kind={searchMessages.kindNames.AudioBook}
      name={name}
      to={{ to: '/audio-books/$id', params: { id: String(id) } }}
      picture={<Cover {...book} people={people} sizes={coverSizes} className={styles.cover} />}
      facts={[people, formatLength(durationSeconds), book.isAvailable ? null : messages.notAvailable]}
    >
      {track && <ResumeButton track={track} />}
    </Match>
  )
}

function BestEpisode({ episode }: { episode: FoundEpisode }) {
  const { id, podcastId, podcastName, name, durationSeconds } = episode
  const track = episodeTrack(episode, { id: podcastId, name: podcastName })
  return (
    <Match
      kind={searchMessages.kindNames.Episode}
      name={name}
      to={{
        to: '/podcasts/$id/episodes/$episodeId',
        params: { id: String(podcastId), episodeId: String(id) },
      }}
      picture={<Cover {...episode} shape="square" sizes={coverSizes} className={styles.cover} />}
      facts={[podcastName, messages.episode(episode), formatLength(durationSeconds)]}
    >
      {track && <ResumeButton track={track} />}
    </Match>
  )
}

function BestPodcast({ podcast }: { podcast: Podcast }) {
  const { id, name, voicers, episodesCount } = podcast
  const to: To = { to: '/podcasts/$id', params: { id: String(id) } }
  return (
    <Match
      kind={searchMessages.kindNames.Podcast}
      name={name}
      to={to}
      picture={<Cover {...podcast} shape="square" sizes={coverSizes} className={styles.cover} />}
      facts={[nicknames(voicers), messages.episodes(episodesCount)]}
    >
      <Link {...to} className={buttonClass}>
        {searchMessages.allEpisodes(episodesCount)}
      </Link>
    </Match>
  )
}

function BestCreator({ creator }: { creator: CreatorDetail }) {
  const { id, nickname, imagePreviewUrl, audioBooksCount, podcastsCount } = creator
  const to: To = { to: '/creators/$id', params: { id: String(id) } }
  return (
    <Match
      kind={searchMessages.kindNames.Creator}
      name={nickname}
      to={to}
      picture={<Portrait name={nickname} src={imagePreviewUrl} className={styles.portrait} />}
      facts={[searchMessages.worksOf(audioBooksCount, podcastsCount)]}
    >
      <Link {...to} className={buttonClass}>
        {searchMessages.allWorks}
      </Link>
    </Match>
  )
}
