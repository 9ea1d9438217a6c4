import { homeListSize } from '@earmark/contract/first-data.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useId } from 'react'
import { readStored } from '../../../lib/browser-storage.ts'
import { Page } from '../../../ui/page/page.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { useSession } from '../../auth/index.ts'
import { hasBegun } from '../../player/index.ts'
import { audioBookList, type Listed, type ListKind, podcastList } from '../list/list-kinds.ts'
import { ListMessage } from '../list/list-message.tsx'
import { RecordGrid } from '../list/record-grid.tsx'
import { ListFailure, ListLoading } from '../list/list-states.tsx'
import { useRecordPage } from '../list/use-record-page.ts'
import { messages } from '../messages.ts'
import { collectionsOnHome, homeListQuery } from '../queries.ts'
import { CollectionBand } from './collection-band.tsx'
import styles from './home-page.module.css'

const Continue = lazy(async () => ({
  default: (await import('../continue/listener-shelves.tsx')).ListenerShelves,
}))

/** Heading, row and the space below, as in continue-listening.module.css. */
const continueHeight = 'calc(var(--size-5) * var(--line-title) + 7.75rem + var(--shelf-gap))'

export function HomePage() {
  return (
    <Page title={messages.home} grows>
      <h1 className="title" tabIndex={-1}>
        <VisuallyHidden>{messages.home}</VisuallyHidden>
      </h1>
      <ContinueSlot />
      <Collections />
      <ShortList kind={audioBookList} topmost />
      <ShortList kind={podcastList} />
    </Page>
  )
}

/** Loaded only for listeners with something to continue, in a place that is kept free for it. */
function ContinueSlot() {
  const { signedIn } = useSession()
  const begun = hasBegun()
  const kept = (signedIn && readStored('homeShelves')) || '0px'
  // Something may have been begun since the last visit.
  const blockSize = begun ? `max(${kept}, ${continueHeight})` : kept
  return begun || signedIn ? (
    <Suspense fallback={<div style={{ blockSize }} />}>
      <Continue height={blockSize} />
    </Suspense>
  ) : null
}

function Collections() {
  const { data = [] } = useQuery(collectionsOnHome)
  const shown = data.filter(({ items }) => items.length > 0)
  return shown.map((collection) => <CollectionBand key={collection.id} {...collection} />)
}

interface ShortListProps<Item extends Listed> {
  kind: ListKind<Item>
  topmost?: boolean
}

function ShortList<Item extends Listed>({ kind, topmost }: ShortListProps<Item>) {
  const page = useRecordPage(kind, homeListQuery)
  const title = useId()
  return (
    <section className={styles.section} aria-labelledby={title}>
      <div className={styles.head}>
        <h2 id={title} className={`title ${styles.title}`}>
          {kind.messages.title}
        </h2>
        {page.shown && page.shown.totalCount > 0 && (
          <Link to={kind.path} className={`number ${styles.all}`}>
            {messages.seeAll(page.shown.totalCount)}
            <VisuallyHidden> {kind.messages.title}</VisuallyHidden>
          </Link>
        )}
      </div>
      {page.failed ? (
        <ListFailure kind={kind} onReload={page.reload} />
      ) : page.shown === undefined ? (
        <ListLoading count={homeListSize} short />
      ) : page.shown.items.length === 0 ? (
        <ListMessage text={kind.messages.empty} />
      ) : (
        <RecordGrid kind={kind} items={page.shown.items} short topmost={topmost} />
      )}
    </section>
  )
}
