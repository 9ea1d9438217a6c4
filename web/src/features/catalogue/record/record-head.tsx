import { detailCoverSizes, podcastCoverSizes } from '@earmark/contract/cover-images.ts'
import type { Creator } from '@earmark/contract/creators.ts'
import type { Cover as CoverFields } from '@earmark/contract/fields.ts'
import type { CSSProperties, ReactNode } from 'react'
import { Cover } from '../../../ui/cover/cover.tsx'
import { Description } from '../description/description.tsx'
import { nicknames } from '../tracks.ts'
import { Facts } from './facts.tsx'
import { People } from './people.tsx'
import styles from './record-head.module.css'

interface RecordHeadProps {
  record: CoverFields & { name: string; description: string | null }
  /** A podcast's cover is smaller, and on phones beside its name. */
  kind: 'recording' | 'podcast'
  breadcrumb: ReactNode
  /** Those whose names are on the cover come last. */
  people: readonly { label: string; creators: readonly Creator[] }[]
  /** Short facts; unknown ones are left out. */
  facts: readonly (string | null)[]
  /** The length, or how far the listener is: the last of the facts. */
  progress?: ReactNode
  /** The filled button. */
  play?: ReactNode
  /** What else can be done: on phones a row of icons. */
  actions?: ReactNode
}

/** The top of every detail page: cover, name, voices, actions, description. */
export function RecordHead(props: RecordHeadProps) {
  const { record, kind, people } = props
  return (
    <>
      {record.coverColor && (
        <div
          className={styles.wash}
          style={{ '--cover-color': record.coverColor } as CSSProperties}
          data-wash=""
        />
      )}
      {props.breadcrumb}
      <div className={styles.head} data-kind={kind}>
        <div className={styles.cover}>
          <Cover
            {...record}
            people={nicknames(people.at(-1)?.creators ?? [])}
            shape="own"
            sizes={kind === 'podcast' ? podcastCoverSizes : detailCoverSizes}
            first
          />
        </div>
        <div className={styles.words}>
          <h1 className={`title ${styles.name}`} dir="auto" tabIndex={-1}>
            {record.name}
          </h1>
          {people.map((those) => (
            <People key={those.label} {...those} />
          ))}
          <Facts facts={props.facts} progress={props.progress} className={styles.facts} />
        </div>
        <div className={styles.actions}>
          {props.play}
          <div className={styles.others}>{props.actions}</div>
        </div>
        {record.description && <Description text={record.description} className={styles.description} />}
      </div>
    </>
  )
}
