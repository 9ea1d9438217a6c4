import type { CreatorDetail } from '@earmark/contract/creators.ts'
import type { SearchResult } from '@earmark/contract/search.ts'
import type { Series } from '@earmark/contract/series.ts'
import { Link } from '@tanstack/react-router'
import { Cover } from '../../../ui/cover/cover.tsx'
import { Portrait } from '../../../ui/portrait/portrait.tsx'
import { audioBookList, podcastList } from '../list/list-kinds.ts'
import { RecordGrid } from '../list/record-grid.tsx'
import { nicknames } from '../tracks.ts'
import { EpisodesFound } from './episodes-found.tsx'
import styles from './found-items.module.css'
import type { FoundKind } from './kinds.ts'
import { searchMessages } from './messages.ts'

interface FoundItemsProps {
  kind: FoundKind
  found: SearchResult
  topmost?: boolean
}

/** The answer's records of a kind: cards, rows or portraits. */
export function FoundItems({ kind: { kind }, found, topmost }: FoundItemsProps) {
  switch (kind) {
    case 'AudioBook':
      return <RecordGrid kind={audioBookList} items={found.audioBooks.items} topmost={topmost} />
    case 'Podcast':
      return <RecordGrid kind={podcastList} items={found.podcasts.items} topmost={topmost} />
    case 'Episode':
      return <EpisodesFound episodes={found.episodes.items} />
    case 'Series':
      return (
        <ul role="list" className={styles.rows}>
          {found.series.items.map((one) => (
            <SeriesFound key={one.id} series={one} />
          ))}
        </ul>
      )
    case 'Creator':
      return (
        <ul role="list" className={styles.people}>
          {found.creators.items.map((creator) => (
            <PersonFound key={creator.id} creator={creator} />
          ))}
        </ul>
      )
  }
}

function SeriesFound({
  series: { id, name, booksCount, authors, coverImagePreviewUrls },
}: {
  series: Series
}) {
  return (
    <li>
      <article className={styles.row}>
        <Cover
          name={name}
          coverImagePreviewUrl={coverImagePreviewUrls[0] ?? null}
          shape="square"
          sizes="56px"
          className={styles.cover}
        />
        <div className={styles.words}>
          <h3 className={`title ${styles.name}`} dir="auto">
            <Link to="/series/$id" params={{ id: String(id) }} className={styles.link}>
              {name}
            </Link>
          </h3>
          <p className={`meta ${styles.facts}`} dir="auto">
            {searchMessages.booksOf(booksCount, nicknames(authors))}
          </p>
        </div>
      </article>
    </li>
  )
}

function PersonFound({ creator }: { creator: CreatorDetail }) {
  const { id, nickname, imagePreviewUrl, audioBooksCount, podcastsCount } = creator
  const works = searchMessages.worksOf(audioBooksCount, podcastsCount)
  return (
    <li>
      <article className={styles.person}>
        <Portrait name={nickname} src={imagePreviewUrl} className={styles.portrait} />
        <h3 className={`title ${styles.name}`} dir="auto">
          <Link to="/creators/$id" params={{ id: String(id) }} className={styles.link}>
            {nickname}
          </Link>
        </h3>
        {works !== '' && <p className="meta number">{works}</p>}
      </article>
    </li>
  )
}
