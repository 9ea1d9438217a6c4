import type { ReactNode } from 'react'
import { Cover } from '../../../ui/cover/cover.tsx'
import { Description } from '../description/description.tsx'
import type { Listed } from '../list/list-kinds.ts'
import { Facts } from '../record/facts.tsx'
import styles from './group-head.module.css'

const mostCovers = 6
const coverSizes = '130px'

interface GroupHeadProps {
  /** What it is. */
  label: string
  name: string
  description: string | null
  facts: readonly (string | null)[]
  /** Its first ones are shown as decoration. */
  items: readonly Listed[]
  /** In a band of its own. */
  band?: boolean
  people?: ReactNode
  actions: ReactNode
}

/** The head of a series or a collection. */
export function GroupHead(props: GroupHeadProps) {
  return (
    <div className={styles.head} data-band={props.band ? '' : undefined}>
      <div className={styles.words}>
        <p className="meta">{props.label}</p>
        <h1 className={`title ${styles.name}`} dir="auto" tabIndex={-1}>
          {props.name}
        </h1>
        {props.people}
        <Facts facts={props.facts} className={styles.facts} />
        {props.description && <Description text={props.description} />}
        <div className={styles.actions}>{props.actions}</div>
      </div>
      <div className={styles.fan} aria-hidden="true">
        {props.items.slice(0, mostCovers).map((item) => (
          <Cover key={`${item.id} ${item.name}`} {...item} sizes={coverSizes} />
        ))}
      </div>
    </div>
  )
}
