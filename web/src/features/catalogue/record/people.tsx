import type { Creator } from '@earmark/contract/creators.ts'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import styles from './record-head.module.css'

export interface Person extends Creator {
  /** The name or figure that they are credited as. */
  as?: string | null
}

/** The creators with one part in a record, each a link to its page. */
export function People({ label, creators }: { label: string; creators: readonly Person[] }) {
  if (creators.length === 0) return null
  return (
    <p className={styles.people}>
      <span className={styles.label}>{label}</span>{' '}
      {creators.map(({ id, nickname, as }, place) => (
        <Fragment key={`${id} ${as}`}>
          {place > 0 && ', '}
          <Link to="/creators/$id" params={{ id: String(id) }} className={styles.person}>
            <bdi>{nickname}</bdi>
          </Link>
          {as && (
            <span className={styles.label}>
              {' as '}
              <bdi>{as}</bdi>
            </span>
          )}
        </Fragment>
      ))}
    </p>
  )
}
