import { detailCoverSizes } from '@earmark/contract/cover-images.ts'
import type { Cover as CoverFields } from '@earmark/contract/fields.ts'
import type { CSSProperties, ReactNode } from 'react'
import { Cover } from '../../../ui/cover/cover.tsx'
import { Description } from '../description/description.tsx'
import styles from './record-head.module.css'

interface RecordHeadProps {
  record: CoverFields & { name: string; description: string | null }
  breadcrumb: ReactNode
  /** Whose voices: nicknames, comma separated, after the word for what they do. */
  people: { label: string; names: string }
  /** Short facts, e.g. the length; unknown ones are left out. */
  facts: readonly (string | null)[]
  /** How far the listener is: the last of the facts. */
  progress?: ReactNode
  /** The row of buttons. */
  actions?: ReactNode
  children?: ReactNode
}

/** The top of every detail page: cover, name, voices, actions, description. */
export function RecordHead({
  record,
  breadcrumb,
  people,
  facts,
  progress,
  actions,
  children,
}: RecordHeadProps) {
  const known = facts.filter((fact) => fact !== null)
  return (
    <>
      {record.coverColor && (
        <div className={styles.wash} style={{ '--cover-color': record.coverColor } as CSSProperties} />
      )}
      {breadcrumb}
      <div className={styles.head}>
        <div className={styles.cover}>
          <Cover {...record} sizes={detailCoverSizes} first />
        </div>
        <div className={styles.words}>
          <h1 className={`title ${styles.name}`} dir="auto" tabIndex={-1}>
            {record.name}
          </h1>
          <div className={styles.facts}>
            {people.names !== '' && (
              <p>
                {people.label} <bdi className={styles.people}>{people.names}</bdi>
              </p>
            )}
            {known.length > 0 && (
              <p className={`number ${styles.fact}`}>
                {known.join(' · ')}
                {progress}
              </p>
            )}
          </div>
          <div className={styles.actions}>{actions}</div>
          {record.description && <Description text={record.description} />}
          {children}
        </div>
      </div>
    </>
  )
}
