import { useId, useState, type SyntheticEvent } from 'react'
import { type ListChange, yearBars } from './choices.ts'
import { browseMessages } from './messages.ts'
import styles from './year-facet.module.css'

type Years = readonly { value: number; count: number }[]

interface YearFacetProps {
  counted: Years
  all: Years
  from: number | undefined
  to: number | undefined
  onChoose: (change: ListChange) => void
}

/** The years of a list as bars, and the two between which they are wanted. */
export function YearFacet({ counted, all, from, to, onChoose }: YearFacetProps) {
  const id = useId()
  if (all.length === 0 && counted.length === 0) return null
  const known = [...counted, ...all.map(({ value }) => ({ value, count: 0 }))]
  const { years, bars } = yearBars(known)
  const most = Math.max(...bars.map(({ count }) => count), 1)
  const last = Math.max(...known.map(({ value }) => value))
  const isWithin = (year: number) => year + years > (from ?? -Infinity) && year <= (to ?? Infinity)

  function apply(event: SyntheticEvent<HTMLElement>) {
    event.preventDefault()
    const form = event.currentTarget.closest('form')
    if (form === null) return
    const given = new FormData(form)
    const change = { fromYear: yearOf(given.get('from')), toYear: yearOf(given.get('to')) }
    if (change.fromYear !== from || change.toYear !== to) onChoose(change)
  }

  return (
    <div role="group" className={styles.section} aria-labelledby={id}>
      <div id={id} className={styles.title}>
        {browseMessages.year}
      </div>
      <div className={styles.bars} aria-hidden="true">
        {bars.map((bar) => (
          <span
            key={bar.from}
            className={styles.bar}
            data-within={isWithin(bar.from) ? '' : undefined}
            style={{ blockSize: bar.count === 0 ? '1px' : `${Math.max((bar.count / most) * 100, 6)}%` }}
          />
        ))}
      </div>
      <form className={styles.fields} onSubmit={apply}>
        <YearField
          name="from"
          label={browseMessages.from}
          value={from}
          placeholder={bars[0]?.from}
          onBlur={apply}
        />
        <span aria-hidden="true">{browseMessages.to.toLowerCase()}</span>
        <YearField name="to" label={browseMessages.to} value={to} placeholder={last} onBlur={apply} />
        <button type="submit" hidden />
      </form>
    </div>
  )
}

interface YearFieldProps {
  name: string
  label: string
  value: number | undefined
  placeholder: number | undefined
  onBlur: (event: SyntheticEvent<HTMLElement>) => void
}

function YearField({ name, label, value, placeholder, onBlur }: YearFieldProps) {
  const [followed, setFollowed] = useState(value)
  const [typed, setTyped] = useState(value === undefined ? '' : String(value))
  if (value !== followed) {
    setFollowed(value)
    setTyped(value === undefined ? '' : String(value))
  }
  return (
    <input
      type="text"
      inputMode="numeric"
      name={name}
      className={`number ${styles.input}`}
      aria-label={`${browseMessages.year}, ${label}`}
      maxLength={4}
      autoComplete="off"
      value={typed}
      onBlur={onBlur}
      onChange={(event) => setTyped(event.target.value)}
      placeholder={placeholder === undefined ? '' : String(placeholder)}
    />
  )
}

function yearOf(text: FormDataEntryValue | null): number | undefined {
  return typeof text === 'string' && /^\d{1,4}$/.test(text.trim()) ? Number(text) : undefined
}
