import { listSuggestions, type Suggestion } from '@earmark/contract/search.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, Search } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { apiQuery } from '../../../lib/query-client.ts'
import { useMediaQuery } from '../../../lib/use-media-query.ts'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { Cover } from '../../../ui/cover/cover.tsx'
import { dropLayers, enterLayer } from '../../../ui/layers/layers.ts'
import { Portrait } from '../../../ui/portrait/portrait.tsx'
import type { TypedField } from '../../../ui/search-field/search-field.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { messages as catalogueMessages } from '../page-messages.ts'
import { useMarkedMatches } from './mark-matches.ts'
import { searchMessages as messages } from './messages.ts'
import styles from './suggestions.module.css'

const fewestLetters = 2
const debounceMs = 120
const nothing: readonly Suggestion[] = []
const phone = '(max-width: 759px)'
const names = '[data-name]'

/** Of a choice among earlier suggestions, whose last place is that of all results; -1 for none. */
function placeAmong(
  suggestions: readonly Suggestion[],
  { of, place }: { of: readonly Suggestion[]; place: number },
): number {
  if (of === suggestions || place < 0) return place
  const chosen = of[place]
  if (chosen === undefined) return suggestions.length
  return suggestions.findIndex(({ kind, id }) => kind === chosen.kind && id === chosen.id)
}

/**
 * A search box with a list of links, by the keys of APG's "Editable Combobox With List Autocomplete"; the focus stays in the
 * field. Its role stays `searchbox`, too: a role that changes while somebody types confuses who listens. On phones field and
 * list cover the page, as a layer that the way back closes.
 */
export function Suggestions({ typed, input, reset }: TypedField) {
  const id = useId()
  const optionId = (place: number) => `${id}${place}`
  const term = useDebounced(typed.trim())
  const isAsked = typed.trim().length >= fewestLetters && term.length >= fewestLetters
  const { data } = useQuery({
    ...apiQuery(listSuggestions, { querystring: { search: term } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  // What is pressed stays under the finger, whatever is found meanwhile.
  const [pressed, setPressed] = useState({ typed: '', suggestions: nothing })
  const suggestions = pressed.typed === typed ? pressed.suggestions : (isAsked && data) || nothing
  const [isFocused, setFocused] = useState(true)
  const [closedAt, setClosedAt] = useState<string | null>(null)
  const [active, setActive] = useState({ typed, of: suggestions, place: -1 })
  const place = active.typed === typed ? placeAmong(suggestions, active) : -1
  const isPhone = useMediaQuery(phone)
  const isOpen =
    isFocused && closedAt !== typed && (suggestions.length > 0 || (isPhone && isAsked && data !== undefined))
  const covers = isOpen && isPhone
  const count = suggestions.length + 1

  const list = useRef<HTMLDivElement>(null)
  useMarkedMatches(list, names, isOpen ? term : '')

  useEffect(() => {
    if (!covers) return undefined
    return enterLayer(() => setClosedAt(input.current?.value ?? null))
  }, [input, covers])

  useEffect(() => {
    const field = input.current
    if (!field) return undefined
    const close = () => setClosedAt(typed)
    const move = (to: number) => setActive({ typed, of: suggestions, place: to })
    function press(event: KeyboardEvent) {
      if (event.isComposing) return
      const act = isOpen ? keys(event.key) : event.key === 'ArrowDown' && (() => setClosedAt(null))
      if (!act) return
      event.preventDefault()
      event.stopPropagation()
      act()
    }
    function keys(key: string): (() => void) | false {
      if (key === 'ArrowDown') return () => move(place + 1 < count ? place + 1 : -1)
      if (key === 'ArrowUp') return () => move(place < 0 ? count - 1 : place - 1)
      if (key === 'Escape') return close
      return key === 'Enter' && place >= 0 && (() => document.getElementById(`${id}${place}`)?.click())
    }
    const focus = () => setFocused(true)
    const blur = ({ relatedTarget }: FocusEvent) =>
      setFocused(covers && field.form?.contains(relatedTarget as Node | null) === true)
    function submit(event: Event) {
      if (covers) {
        event.preventDefault()
        event.stopPropagation()
        document.getElementById(`${id}${count - 1}`)?.click()
      } else close()
    }
    field.addEventListener('keydown', press)
    field.addEventListener('focus', focus)
    field.form?.addEventListener('focusout', blur)
    field.form?.addEventListener('submit', submit)
    return () => {
      field.removeEventListener('keydown', press)
      field.removeEventListener('focus', focus)
      field.form?.removeEventListener('focusout', blur)
      field.form?.removeEventListener('submit', submit)
    }
  }, [input, id, typed, suggestions, isOpen, covers, place, count])

  useEffect(() => {
    const field = input.current
    if (!isOpen || !field) return undefined
    const attributes = { 'aria-autocomplete': 'list', 'aria-controls': id }
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value)
    return () => {
      for (const name of Object.keys(attributes)) field.removeAttribute(name)
    }
  }, [input, id, isOpen])

  useEffect(() => {
    if (!isOpen || place < 0) return undefined
    const field = input.current
    field?.setAttribute('aria-activedescendant', `${id}${place}`)
    document.getElementById(`${id}${place}`)?.scrollIntoView({ block: 'nearest' })
    return () => field?.removeAttribute('aria-activedescendant')
  }, [input, id, isOpen, place])

  /** A page takes the layer's entry of the history. */
  function leave(close: () => void) {
    if (covers) dropLayers()
    close()
  }

  return (
    <>
      <VisuallyHidden>
        <span role="status">{isOpen && messages.suggested(suggestions.length)}</span>
      </VisuallyHidden>
      {covers && (
        <IconButton
          label={messages.closeSuggestions}
          className={styles.back}
          onClick={() => {
            setClosedAt(typed)
            input.current?.focus()
          }}
        >
          <ChevronLeft size={24} aria-hidden="true" />
        </IconButton>
      )}
      {isOpen && (
        <div
          ref={list}
          id={id}
          role="listbox"
          tabIndex={-1}
          aria-label={messages.suggestions}
          className={styles.list}
          // The focus stays in the field.
          onPointerDown={(event) => {
            event.preventDefault()
            setPressed({ typed, suggestions })
          }}
          onMouseDown={(event) => event.preventDefault()}
        >
          {suggestions.map((suggestion, index) => (
            <Link
              key={`${suggestion.kind} ${suggestion.id}`}
              id={optionId(index)}
              role="option"
              aria-selected={index === place}
              tabIndex={-1}
              to={addressOf(suggestion)}
              replace={covers}
              className={styles.option}
              onClick={() => leave(reset)}
            >
              <Picture {...suggestion} />
              <span className={styles.words}>
                <span className={styles.name} dir="auto" data-name="">
                  {suggestion.name}
                </span>
                <span className={`meta number ${styles.facts}`}>{factsOf(suggestion)}</span>
              </span>
            </Link>
          ))}
          <Link
            id={optionId(suggestions.length)}
            role="option"
            aria-selected={place === suggestions.length}
            tabIndex={-1}
            to="/search"
            search={{ search: typed.trim() }}
            replace={covers}
            className={`${styles.option} ${styles.all}`}
            onClick={() => leave(() => setClosedAt(typed))}
          >
            <span className={styles.icon}>
              <Search size={18} aria-hidden="true" />
            </span>
            <span className={styles.name} dir="auto">
              {messages.allThatHas(typed.trim())}
            </span>
          </Link>
        </div>
      )}
    </>
  )
}

function useDebounced(value: string): string {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return late
}

const lists = {
  Series: 'series',
  Creator: 'creators',
  AudioBook: 'audio-books',
  Podcast: 'podcasts',
} as const

function addressOf({ kind, id, podcastId }: Suggestion): string {
  return kind === 'Episode' ? `/podcasts/${podcastId}/episodes/${id}` : `/${lists[kind]}/${id}`
}

/** The kind, and what tells it from others of its name. */
function factsOf(suggestion: Suggestion): string {
  const { kind, podcastName = '', people = [] } = suggestion
  const { audioBooksCount = 0, podcastsCount = 0, episodesCount = 0 } = suggestion
  const fact = {
    Series: messages.booksOf(audioBooksCount, ''),
    Creator: messages.worksOf(audioBooksCount, podcastsCount),
    AudioBook: people.join(', '),
    Podcast: catalogueMessages.episodes(episodesCount),
    Episode: podcastName,
  }[kind]
  return fact === '' ? messages.kindNames[kind] : `${messages.kindNames[kind]} · ${fact}`
}

function Picture({ kind, name, imagePreviewUrl, people: _people, ...cover }: Suggestion) {
  return kind === 'Creator' ? (
    <Portrait name={name} src={imagePreviewUrl ?? null} className={styles.portrait} />
  ) : (
    <Cover {...cover} name={name} shape="square" sizes="36px" className={styles.picture} />
  )
}
