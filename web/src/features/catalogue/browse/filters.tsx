import { listFilters, type ListQuery } from '@earmark/contract/list-addresses.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { SlidersHorizontal, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { narrow } from '../../../ui/layers/layers.ts'
import { Sheet } from '../../../ui/sheet/sheet.tsx'
import type { Listed, ListKind } from '../list/list-kinds.ts'
import { type Chip, chipsOf, type ListChange, noChoices } from './choices.ts'
import { FilterPanel } from './filter-panel.tsx'
import styles from './filters.module.css'
import { openListQuery } from './list-query.ts'
import { browseMessages } from './messages.ts'
import { useNames } from './queries.ts'

export interface FiltersProps<Item extends Listed> {
  kind: ListKind<Item>
  query: ListQuery
  /** The listener's. */
  speed: number
  onChange: (change: ListChange, replace?: boolean) => void
}

/** By the address on its way: a choice shows at once, and the next one adds to it. */
export function FilterColumn<Item extends Listed>({ kind, query, speed, onChange }: FiltersProps<Item>) {
  const asked = useLocation({
    select: ({ pathname, search }) => (pathname === kind.path ? openListQuery(kind.path, search) : query),
    structuralSharing: true,
  })
  return <FilterPanel path={kind.path} query={asked} speed={speed} onChange={onChange} />
}

/** On narrow windows; its choices count once they are shown. */
export function FilterSheet<Item extends Listed>(props: FiltersProps<Item>) {
  const chips = useChips(props.query)
  return (
    <Sheet
      title={browseMessages.filter}
      renderOpener={(opener) => (
        <button type="button" className={styles.opener} {...opener}>
          <SlidersHorizontal size={16} aria-hidden="true" />
          {browseMessages.filterWith(chips.length)}
        </button>
      )}
    >
      {(close) => <SheetContent {...props} close={close} />}
    </Sheet>
  )
}

function SheetContent<Item extends Listed>(props: FiltersProps<Item> & { close: () => void }) {
  const { kind, query, speed, onChange, close } = props
  const [change, setChange] = useState<ListChange>({})
  const draft = { ...query, ...change } as ListQuery
  const { data } = useQuery(kind.page({ ...draft, pageNumber: 1 }, listFilters(draft, speed)))
  return (
    <div className={styles.sheet}>
      <Button kind="quiet" className={styles.clear} onClick={() => setChange(noChoices)}>
        {browseMessages.clearAll}
      </Button>
      <FilterPanel
        path={kind.path}
        query={draft}
        speed={speed}
        onChange={(more) => setChange({ ...change, ...more })}
      />
      <div className={styles.foot}>
        <Button
          kind="filled"
          className={styles.show}
          onClick={() => {
            // The open sheet of a phone has an entry of the history, which the list takes.
            if (Object.keys(change).length > 0) onChange(change, matchMedia(narrow).matches)
            close()
          }}
        >
          {browseMessages.show(data?.totalCount, kind.path === '/audio-books' ? 'books' : 'podcasts')}
        </Button>
      </div>
    </div>
  )
}

function useChips(query: ListQuery): Chip[] {
  return chipsOf(query, useNames(query))
}

export function ChosenFilters<Item extends Listed>({ query, onChange }: FiltersProps<Item>) {
  const chips = useChips(query)
  if (chips.length === 0) return null
  return (
    <ul role="list" className={styles.chips} aria-label={browseMessages.chosen}>
      {chips.map((chip) => (
        <li key={Object.keys(chip.without).join(' ')}>
          <button
            type="button"
            className={styles.chip}
            aria-label={browseMessages.remove(chip.label)}
            onClick={() => onChange(chip.without)}
          >
            <bdi>{chip.label}</bdi>
            <X size={15} aria-hidden="true" />
          </button>
        </li>
      ))}
      <li>
        <Button kind="quiet" className={styles.clearAll} onClick={() => onChange(noChoices)}>
          {browseMessages.clearAll}
        </Button>
      </li>
    </ul>
  )
}

/** Each choice with what its removal would bring back. */
export function NothingMatches<Item extends Listed>({ kind, query, speed, onChange }: FiltersProps<Item>) {
  const chosen = useChips(query)
  const searched = { label: browseMessages.searched(query.search), without: { search: '' } }
  const chips = query.search === '' ? chosen : [...chosen, searched]
  const counts = useQueries({
    queries: chips.map(({ without }) => {
      const wider = { ...query, ...without, pageNumber: 1, pageSize: 1 } as ListQuery
      return kind.page(wider, listFilters(wider, speed))
    }),
  })
  return (
    <div className={styles.nothing}>
      <p role="status">{browseMessages.nothing}</p>
      <ul role="list" className={styles.chips}>
        {chips.map((chip, place) => (
          <li key={Object.keys(chip.without).join(' ')}>
            <button type="button" className={styles.chip} onClick={() => onChange(chip.without)}>
              <bdi>{browseMessages.without(chip.label)}</bdi>
              <span className="number">{counts[place]?.data?.totalCount}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The number of all records of a list that is filtered. */
export function WholeCount<Item extends Listed>({ kind }: { kind: ListKind<Item> }) {
  const { data } = useQuery(kind.page({ ...pagedQuery(), pageSize: 1 }))
  return data ? <>{browseMessages.of(data.totalCount)}</> : null
}
