import { ChevronDown, Search } from 'lucide-react'
import { useId, useState } from 'react'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import type { FacetValue } from './choices.ts'
import styles from './facet-section.module.css'

const valuesAtFirst = 6

interface FacetSectionProps {
  title: string
  values: readonly FacetValue[]
  onToggle: (value: string, chosen: boolean) => void
  /** Without them all values are shown at once. */
  allOf?: (count: number) => string
  find?: string
  /** The field to search is there from the beginning. */
  findable?: boolean
  initiallyClosed?: boolean
}

/** Values of one facet; several of them mean "or". Nothing where the list has none. */
export function FacetSection(props: FacetSectionProps) {
  const { title, values, onToggle, allOf, find, findable, initiallyClosed } = props
  const [isOpen, setIsOpen] = useState(!initiallyClosed)
  const [isWhole, setIsWhole] = useState(false)
  const [term, setTerm] = useState('')
  const id = useId()
  if (values.length === 0) return null

  const folded = allOf !== undefined && !isWhole && values.length > valuesAtFirst + 1
  const searchable = find !== undefined && (isWhole || (findable && values.length > valuesAtFirst))
  const sought = fold(term.trim())
  const shown =
    sought === ''
      ? values.filter((value, place) => !folded || place < valuesAtFirst || value.chosen)
      : values.filter(({ label }) => fold(label).includes(sought))

  return (
    <div role="group" className={styles.section} aria-labelledby={id}>
      <div className={styles.title}>
        <button
          type="button"
          id={id}
          className={styles.toggle}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {title}
          <ChevronDown size={16} className={styles.chevron} aria-hidden="true" />
        </button>
      </div>
      {isOpen && (
        <>
          {searchable && (
            <label className={styles.find}>
              <Search size={15} aria-hidden="true" />
              <input
                type="search"
                className={styles.input}
                aria-label={find}
                placeholder={find}
                value={term}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => setTerm(event.target.value)}
              />
            </label>
          )}
          <ul role="list" className={styles.values} data-whole={isWhole ? '' : undefined}>
            {shown.map((value) => (
              <li key={value.value}>
                <Choice value={value} onToggle={onToggle} />
              </li>
            ))}
          </ul>
          {folded && sought === '' && (
            <button type="button" className={styles.all} onClick={() => setIsWhole(true)}>
              {allOf(values.length)}
            </button>
          )}
        </>
      )}
    </div>
  )
}

interface ChoiceProps {
  value: FacetValue
  onToggle: (value: string, chosen: boolean) => void
}

function Choice({ value: { value, label, count, chosen }, onToggle }: ChoiceProps) {
  const isEmpty = count === 0 && !chosen
  return (
    <label className={styles.choice} data-empty={isEmpty ? '' : undefined}>
      <input
        type="checkbox"
        className={styles.box}
        checked={chosen}
        disabled={isEmpty}
        onChange={(event) => onToggle(value, event.target.checked)}
      />
      <span className={styles.label} dir="auto">
        {label}
      </span>
      <VisuallyHidden>, </VisuallyHidden>
      <span className={`number ${styles.count}`}>{count}</span>
    </label>
  )
}

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase()
}
