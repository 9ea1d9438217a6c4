import type { EpisodeSortField, PodcastOverview } from '@earmark/contract/episode-lists.ts'
import type { SortOrder } from '@earmark/contract/paging.ts'
import { Choice } from '../../../ui/choice/choice.tsx'
import { SearchField } from '../../../ui/search-field/search-field.tsx'
import styles from './episode-choices.module.css'
import { episodesMessages } from './messages.ts'
import { type HeardFilter, heardFilters, type PodcastAddress } from './queries.ts'

interface EpisodeChoicesProps {
  podcast: PodcastOverview
  address: PodcastAddress
  /** Undefined until they are known. */
  counts: Record<HeardFilter | 'all', number> | undefined
  onAddress: (address: PodcastAddress) => void
}

/** What is shown of a podcast's episodes, and in which order; the default leaves no trace in the address. */
export function EpisodeChoices({ podcast, address, counts, onAddress }: EpisodeChoicesProps) {
  const { show, season, search, sortBy, sortOrder, ...rest } = address
  const usual = podcast.episodeOrder === 'Newest' ? 'desc' : 'asc'
  const order = `${sortBy ?? 'publishedAt'} ${sortOrder ?? (sortBy === undefined ? usual : 'asc')}`
  const sorted = { ...rest, ...(sortBy && { sortBy }), ...(sortOrder && { sortOrder }) }
  const chosen = { ...(show && { show }), ...(season !== undefined && { season }), ...(search && { search }) }

  const widestCount = `${String(podcast.episodesCount).length}ch`

  function chooseOrder(next: string): void {
    const [field, direction] = next.split(' ') as [EpisodeSortField, SortOrder]
    const isUsual = next === `publishedAt ${usual}`
    onAddress({ ...chosen, ...(!isUsual && { sortBy: field, sortOrder: direction }) })
  }

  return (
    <div className={styles.choices}>
      <div role="group" aria-label={episodesMessages.filters} className={styles.heard}>
        {(['all', ...heardFilters] as const).map((name) => (
          <button
            key={name}
            type="button"
            className={styles.filter}
            aria-pressed={name === (show ?? 'all')}
            onClick={() => {
              const { show: _show, ...others } = chosen
              onAddress({ ...others, ...sorted, ...(name !== 'all' && { show: name }) })
            }}
          >
            {episodesMessages.shown[name]}
            <span className={`number ${styles.count}`} style={{ minInlineSize: widestCount }}>
              {counts?.[name]}
            </span>
          </button>
        ))}
      </div>
      <SearchField
        label={episodesMessages.search}
        term={search ?? ''}
        className={styles.search}
        onSearch={(term) => {
          const { search: _search, ...others } = chosen
          onAddress({ ...others, ...sorted, ...(term !== '' && { search: term }) })
        }}
        onClear={() => {
          const { search: _search, ...others } = chosen
          onAddress({ ...others, ...sorted })
        }}
      />
      {podcast.seasons.length > 0 && (
        <Choice
          isRound
          label={episodesMessages.season}
          value={season === undefined ? '' : String(season)}
          onChoose={(next) => {
            const { season: _season, ...others } = chosen
            onAddress({ ...others, ...sorted, ...(next !== '' && { season: Number(next) }) })
          }}
        >
          <option value="">{episodesMessages.allSeasons}</option>
          {podcast.seasons.map((one) => (
            <option key={one.season} value={one.season}>
              {episodesMessages.seasonOf(one.season)} ({one.count})
            </option>
          ))}
        </Choice>
      )}
      <Choice isRound label={episodesMessages.order} value={order} onChoose={chooseOrder}>
        {[...new Set([...Object.keys(episodesMessages.orders), order])].map((name) => (
          <option key={name} value={name}>
            {episodesMessages.orders[name] ?? name}
          </option>
        ))}
      </Choice>
    </div>
  )
}
