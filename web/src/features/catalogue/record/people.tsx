import type { Creator } from '@earmark/contract/creators.ts'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import styles from './record-head.module.css'

/** The creators with one part in a record, each a link to its page. */
export function People({ label, creators }: { label: string; creators: readonly Creator[] }) {
  if (creators.length === 0) return null
  return (
    <p className={styles.people}>
      <span className={styles.label}>{label}</span>{' '}
      {creators.map(({ id, nickname }, place) => (
        <Fragment key={id}>
          {place > 0 && ', '}
          <Link to="/creators/$id" params={{ id: String(id) }} className={styles.person}>
            <bdi>{nickname}</bdi>
          </Link>
        </Fragment>
      ))}
    </p>
  )
}
