import type { ListPath } from '@earmark/contract/list-addresses.ts'
import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { languageName } from '../../../lib/languages.ts'
import styles from './tags.module.css'

/** Apart from the other texts, which the first page loads. */
export const factMessages = {
  abridged: 'Abridged',
  unabridged: 'Unabridged',
  explicit: 'Explicit',
  tags: 'Genres and language',
  season: (season: number) => `Season ${season}`,
  recordingUpdated: 'Recording updated',
  sourceStates: {
    active: null,
    paused: 'New episodes are paused',
    failing: 'Its feed does not answer: new episodes may be missing',
    gone: 'Its feed has ended',
  },
  types: { Full: null, Trailer: 'Trailer', Bonus: 'Bonus' },
} as const

interface TagsProps {
  /** The list that they lead to. */
  list: ListPath

  genres?: readonly string[]
  language?: string | null
  /** Further ones, less prominent; unknown ones are left out. */
  others?: readonly (string | null)[]
}

/** What a record is browsed by, as chips; nothing where nothing is known. */
export function Tags({ list, genres = [], language = null, others = [] }: TagsProps) {
  const known = others.filter((other) => other !== null)
  if (genres.length + known.length === 0 && language === null) return null
  return (
    <ul role="list" className={styles.tags} aria-label={factMessages.tags}>
      {genres.map((genre) => (
        <li key={genre}>
          <Link
            to={list}
            search={list === '/audio-books' ? { genre: [genre] } : { category: [genre] }}
            className={styles.tag}
            dir="auto"
          >
            {genre}
          </Link>
        </li>
      ))}
      {language !== null && (
        <li>
          <Link to={list} search={{ language: [language.replace(/-.*/, '')] }} className={styles.tag}>
            {languageName(language)}
          </Link>
        </li>
      )}
      {known.map((other) => (
        <li key={other} className={styles.tag} data-quiet="">
          {other}
        </li>
      ))}
    </ul>
  )
}

/** A podcast's own site, by the name of its host. */
export function Website({ address }: { address: string }) {
  return (
    <a href={address} rel="noopener noreferrer nofollow" className={styles.website}>
      <ExternalLink size={16} aria-hidden="true" />
      <bdi>{new URL(address).host}</bdi>
    </a>
  )
}
