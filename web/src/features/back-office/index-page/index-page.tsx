import { includesRole } from '@earmark/contract/roles.ts'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Page } from '../../../ui/page/page.tsx'
import { firstData } from '../../../lib/request.ts'
import { useSession } from '../../auth/index.ts'
import { indexMessages as messages, tableMessages } from '../messages.ts'
import { AudioBooksTable, PodcastsTable } from './catalogue-tables.tsx'
import styles from './index-page.module.css'
import type { IndexSearch } from './index-search.ts'
import { CreatorsIndexTable, UsersTable } from './people-tables.tsx'
import { rememberIndex } from './remembered-index.ts'

const places = [
  { id: 'audio-books', name: tableMessages.audioBooks.title },
  { id: 'podcasts', name: tableMessages.podcasts.title },
  { id: 'creators', name: tableMessages.creators.title },
] as const
const usersPlace = { id: 'users', name: tableMessages.users.title } as const

/** Everything that editors maintain, and for administrators the users. */
export function IndexPage({ search }: { search: IndexSearch }) {
  const isAdmin = includesRole(useSession().role, 'Admin')
  useEffect(() => rememberIndex(search), [search])

  return (
    <Page title={messages.windowTitle}>
      <div className={styles.head}>
        <h1 className={`title ${styles.title}`} tabIndex={-1}>
          {messages.title}
        </h1>
        <nav className={styles.places} aria-label={messages.tables}>
          {[...places, ...(isAdmin ? [usersPlace] : [])].map(({ id, name }) => (
            <Link key={id} to="/edit" search={search} hash={id} className={styles.place}>
              {name}
            </Link>
          ))}
        </nav>
      </div>
      <AudioBooksTable search={search} />
      <PodcastsTable search={search} />
      <CreatorsIndexTable search={search} />
      {isAdmin && <UsersTable search={search} />}
      <section className={styles.house} aria-labelledby="house">
        <h2 id="house" className={`title ${styles.houseTitle}`}>
          {messages.house}
        </h2>
        <p className={styles.about}>
          <a href={`${firstData.apiRoot}/docs`}>{messages.openApi}</a> {messages.openApiHint}
        </p>
      </section>
    </Page>
  )
}
