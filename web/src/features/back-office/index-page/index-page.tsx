import { includesRole } from '@earmark/contract/roles.ts'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Page } from '../../../ui/page/page.tsx'
import { firstData } from '../../../lib/request.ts'
import { useSession } from '../../auth/index.ts'
import { indexMessages as messages, tableMessages } from '../messages.ts'
import { audioBooks, creators, podcasts, users } from './index-kinds.tsx'
import styles from './index-page.module.css'
import { type IndexSearch, rememberIndex } from './index-search.ts'
import { IndexTable } from './index-table.tsx'

/** The tables of all records, and for administrators of the users. */
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
          {[audioBooks, podcasts, creators, ...(isAdmin ? [users] : [])].map(({ kind, table }) => (
            <Link key={kind} to="/edit" search={search} hash={kind} className={styles.place}>
              {tableMessages[table].title}
            </Link>
          ))}
        </nav>
      </div>
      <IndexTable kind={audioBooks} search={search} />
      <IndexTable kind={podcasts} search={search} />
      <IndexTable kind={creators} search={search} />
      {isAdmin && <IndexTable kind={users} search={search} />}
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
