import { detailCoverSizes, podcastCoverSizes } from '@earmark/contract/cover-images.ts'
import type { Cover as CoverFields } from '@earmark/contract/fields.ts'
import type { CSSProperties, ReactNode } from 'react'
import { Cover } from '../../../ui/cover/cover.tsx'
import { Description } from '../description/description.tsx'
import { nicknames } from '../tracks.ts'
import { Facts } from './facts.tsx'
import { People, type Person } from './people.tsx'
import actions from './record-actions.module.css'
import frame from './record-frame.module.css'
import styles from './record-head.module.css'

interface RecordHeadProps {
  /** Of a language: what it is called and its description, whatever the page's own is. */
  record: CoverFields & { name: string; description: string | null; language?: string | null }
  /** A podcast's cover is smaller, and on phones beside its name. */
  kind: 'recording' | 'podcast'
  breadcrumb: ReactNode
  /** Above the name: where it belongs. */
  above?: ReactNode
  /** Under the name. */
  subtitle?: string | null
  /** Those whose names are on the cover come last. */
  people: readonly { label: string; creators: readonly Person[] }[]
  /** Short facts; unknown ones are left out. */
  facts: readonly (string | null)[]
  /** In the place of the description. */
  notes?: ReactNode
  /** Who else has a part in it, below the description. */
  credits?: ReactNode
  /** What it is browsed by, below the description. */
  tags?: ReactNode
  /** What the address asks to be played, above the filled button. */
  moment?: ReactNode
  /** The filled button. */
  play?: ReactNode
  /** What else can be done: on phones a row of icons. */
  actions?: ReactNode
  /** How far the listener is, below the actions; its place is kept. */
  progress?: ReactNode
}

/** The top of every detail page: cover, name, voices, actions, description. */
export function RecordHead(props: RecordHeadProps) {
  const { record, kind, people } = props
  const lang = record.language ?? undefined
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
      <div className={`${frame.head} ${styles.head}`} data-kind={kind}>
        <div className={frame.cover}>
          <Cover
            {...record}
            people={nicknames(people.at(-1)?.creators ?? [])}
            shape="own"
            sizes={kind === 'podcast' ? podcastCoverSizes : detailCoverSizes}
            first
          />
        </div>
        <div className={frame.words}>
          {props.above}
          <h1 className={`title ${styles.name}`} dir="auto" lang={lang} tabIndex={-1}>
            {record.name}
          </h1>
          {props.subtitle && (
            <p className={styles.subtitle} dir="auto" lang={lang}>
              {props.subtitle}
            </p>
          )}
          {people.map((those) => (
            <People key={those.label} {...those} />
          ))}
          <Facts facts={props.facts} className={styles.facts} />
        </div>
        <div className={actions.actions}>
          {props.moment}
          {props.play}
          <div className={actions.others}>{props.actions}</div>
          {props.progress && <div className={actions.progress}>{props.progress}</div>}
        </div>
        <div className={styles.description}>
          {props.notes ?? (record.description && <Description text={record.description} lang={lang} />)}
          {props.credits}
          {props.tags}
        </div>
      </div>
    </>
  )
}
