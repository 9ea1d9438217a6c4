import { maxSearchLength } from '@earmark/contract/paging.ts'
import { Search, X } from 'lucide-react'
import { type ComponentType, type RefObject, Suspense, useRef, useState } from 'react'
import styles from './search-field.module.css'

export interface TypedField {
  readonly typed: string
  readonly input: RefObject<HTMLInputElement | null>
  /** Shows the present term again. */
  readonly reset: () => void
}

export interface SearchFieldProps {
  /** Accessible name and placeholder. */
  label: string
  /** The present term, which the field follows. */
  term: string
  /** With the trimmed term. */
  onSearch: (term: string) => void
  /** Adds a button. */
  onClear?: () => void
  /** After a navigation, instead of the heading. */
  pageFocus?: boolean
  /** Shown while the field is empty. */
  shortcut?: string | undefined
  className?: string | undefined
  /** A list below the field, of what may be meant. */
  suggestions?: ComponentType<TypedField>
}

export function SearchField(props: SearchFieldProps) {
  const { label, term, onSearch, onClear, pageFocus, shortcut, className, suggestions: Suggestions } = props
  const [typed, setTyped] = useState(term)
  const [followed, setFollowed] = useState(term)
  const input = useRef<HTMLInputElement>(null)
  if (term !== followed) {
    setFollowed(term)
    setTyped(term)
  }

  function clear() {
    setTyped('')
    input.current?.focus()
    if (term !== '') onClear?.()
  }

  return (
    <form
      role="search"
      aria-label={label}
      className={className ? `${styles.form} ${className}` : styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      <Search size={18} className={styles.icon} aria-hidden="true" />
      <input
        ref={input}
        type="search"
        dir="auto"
        name="search"
        className={styles.input}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={maxSearchLength}
        value={typed}
        data-page-focus={pageFocus ? '' : undefined}
        aria-keyshortcuts={shortcut}
        onChange={(event) => setTyped(event.target.value)}
      />
      {shortcut && typed === '' && (
        <kbd className={styles.shortcut} aria-hidden="true">
          {shortcut}
        </kbd>
      )}
      {typed !== '' && (
        <button type="button" className={styles.clear} aria-label="Clear search" onClick={clear}>
          <X size={16} aria-hidden="true" />
        </button>
      )}
      {Suggestions && typed !== term && (
        <Suspense>
          <Suggestions typed={typed} input={input} reset={() => setTyped(term)} />
        </Suspense>
      )}
    </form>
  )
}
