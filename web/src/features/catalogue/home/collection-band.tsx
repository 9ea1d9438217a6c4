import type { Collection } from '@earmark/contract/collections.ts'
import { Link } from '@tanstack/react-router'
import { Cover } from '../../../ui/cover/cover.tsx'
import styles from './collection-band.module.css'

/** A collection on the home page: to readers of the page one link, with its first covers as decoration. */
export function CollectionBand({ id, name, description, items }: Collection) {
  const page = { to: '/collections/$id', params: { id: String(id) } } as const
  return (
    <section className={styles.band} aria-label={name}>
      <div className={styles.words}>
        <h2 className={`title ${styles.name}`} dir="auto">
          <Link {...page}>{name}</Link>
        </h2>
        <p dir="auto">{description}</p>
      </div>
      {/* Scrolled by touch. */}
      <Link {...page} className={styles.covers} aria-hidden="true" tabIndex={-1}>
        {items.map(({ audioBook, podcast }) => {
          const item = audioBook ?? podcast
          return item && <Cover key={`${item.id} ${item.name}`} {...item} sizes="120px" />
        })}
      </Link>
    </section>
  )
}
