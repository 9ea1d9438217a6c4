import type { ListChoices, ListPath, ListQuery } from '@earmark/contract/list-addresses.ts'
import { Button } from '../../../ui/button/button.tsx'
import { facetValues, languageNameOf, lengthBounds, type ListChange } from './choices.ts'
import { FacetSection } from './facet-section.tsx'
import styles from './filter-panel.module.css'
import { FitsIn } from './fits-in.tsx'
import { browseMessages } from './messages.ts'
import { type Facets, useCreators, useFacets } from './queries.ts'
import { YearFacet } from './year-facet.tsx'

export interface FilterPanelProps {
  path: ListPath
  query: ListQuery
  /** The listener's. */
  speed: number
  onChange: (change: ListChange) => void
}

/** The facets of a list in their order. */
export function FilterPanel({ path, query, speed, onChange }: FilterPanelProps) {
  const { facets, failed, reload } = useFacets(path, query, speed)
  return (
    <div className={styles.panel}>
      {path === '/audio-books' && (
        <FitsIn chosen={query.fitsIn} speed={speed} onChoose={(fitsIn) => onChange({ fitsIn })} />
      )}
      {failed ? (
        <div className={styles.failure} role="alert">
          <p>{browseMessages.failed}</p>
          <Button onClick={reload}>{browseMessages.reload}</Button>
        </div>
      ) : (
        facets && <Sections path={path} {...facets} choices={query} onChange={onChange} />
      )}
    </div>
  )
}

/** All at once: each would push down those below it. */
function Sections({ path, ...part }: PartProps & { path: ListPath }) {
  const { counted, all, choices, onChange } = part
  if (path === '/podcasts')
    return (
      <>
        <TextSection name="category" facet="categories" {...part} />
        <TextSection name="language" facet="languages" {...part} />
      </>
    )
  return (
    <>
      <LengthSection {...part} />
      <TextSection name="genre" facet="genres" {...part} />
      <TextSection name="language" facet="languages" {...part} />
      <YearFacet
        counted={counted.years ?? []}
        all={all.years ?? []}
        from={choices.fromYear}
        to={choices.toYear}
        onChoose={onChange}
      />
      <CreatorSection of="Author" facet="authors" {...part} />
      <CreatorSection of="Reader" facet="readers" {...part} />
    </>
  )
}

interface PartProps {
  counted: Facets
  all: Facets
  choices: ListChoices
  onChange: (change: ListChange) => void
}

function LengthSection({ counted, all, choices, onChange }: PartProps) {
  const { minSeconds, maxSeconds } = choices
  const ofHours = (value: string) => {
    const [from, to] = value.split('-').map(Number)
    return browseMessages.hours(from ?? 0, to || null)
  }
  const values = facetValues(counted.lengths ?? [], all.lengths ?? [], [], ofHours)
    .toSorted((one, other) => Number.parseInt(one.value, 10) - Number.parseInt(other.value, 10))
    .map((length) => {
      const bounds = lengthBounds(length.value)
      return { ...length, chosen: bounds.minSeconds === minSeconds && bounds.maxSeconds === maxSeconds }
    })
  return (
    <FacetSection
      title={browseMessages.length}
      values={values}
      onToggle={(value, chosen) =>
        onChange(chosen ? lengthBounds(value) : { minSeconds: undefined, maxSeconds: undefined })
      }
    />
  )
}

interface TextSectionProps extends PartProps {
  name: 'genre' | 'category' | 'language'
  facet: 'genres' | 'categories' | 'languages'
}

function TextSection({ name, facet, counted, all, choices, onChange }: TextSectionProps) {
  const chosen = choices[name] ?? []
  const labelOf = name === 'language' ? languageNameOf : (value: string) => value
  return (
    <FacetSection
      title={browseMessages.titles[name]}
      allOf={browseMessages.allOf[name]}
      find={browseMessages.find[name]}
      values={facetValues(counted[facet] ?? [], all[facet] ?? [], chosen, labelOf)}
      onToggle={(value, isChosen) => onChange({ [name]: toggled(chosen, value, isChosen) })}
    />
  )
}

interface CreatorSectionProps extends PartProps {
  of: 'Author' | 'Reader'
  facet: 'authors' | 'readers'
}

/** Creators are filtered in one role at a time: a choice in the other replaces it. */
function CreatorSection({ of: role, facet, counted, all, choices, onChange }: CreatorSectionProps) {
  const isOwn = choices.role?.length === 1 && choices.role[0] === role
  const asked = isOwn ? (choices.creatorId ?? []) : []
  const creators = useCreators(asked)
  // Of a creator that was merged into another the facet has the other.
  const chosen = [...new Set(asked.map((id, place) => creators[place]?.id ?? id))]
  const nameOf = (value: string) => creators.find((one) => one?.id === Number(value))?.nickname
  return (
    <FacetSection
      title={browseMessages.titles[role]}
      allOf={browseMessages.allOf[role]}
      find={browseMessages.find[role]}
      findable
      initiallyClosed={role === 'Reader' && chosen.length === 0}
      values={facetValues(counted[facet] ?? [], all[facet] ?? [], chosen, nameOf)}
      onToggle={(value, isChosen) => {
        const creatorId = toggled(chosen, Number(value), isChosen)
        onChange({ creatorId, role: creatorId && [role] })
      }}
    />
  )
}

function toggled<Value>(chosen: readonly Value[], value: Value, isChosen: boolean): Value[] | undefined {
  const values = isChosen ? [...chosen, value] : chosen.filter((one) => one !== value)
  return values.length > 0 ? values : undefined
}
