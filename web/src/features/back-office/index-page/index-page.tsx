import { includesRole } from '@earmark/contract/roles.ts'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Page } from '../../../ui/page/page.tsx'
import { firstData } from '../../../lib/request.ts'
import { useSession } from '../../auth/index.ts'
import { genreMessages } from '../genres/messages.ts'
import { importMessages } from '../import/messages.ts'
import { indexMessages as messages, tableMessages } from '../messages.ts'
import { CollectionsTable } from './collections-table.tsx'
import { audioBooks, creators, podcasts, series, users } from './index-kinds.tsx'
import styles from './index-page.module.css'
import { type IndexSearch, rememberIndex } from '../index-search.ts'
import { IndexTable } from './index-table.tsx'
import { sources } from './sources-kind.tsx'

/** The tables of all records, and for administrators of the users. */
export function IndexPage({ search }: { search: IndexSearch }) {
  const isAdmin = includesRole(useSession().role, 'Admin')
  const hasSources = firstData.sources !== 'off'
  useEffect(() => rememberIndex(search), [search])
  const kinds = [audioBooks, podcasts, creators, series]
  const places = [
    ...kinds.map(({ table, kind }) => ({ table, hash: kind })),
    { table: 'collections', hash: 'collections' } as const,
    ...(hasSources ? [{ table: sources.table, hash: sources.kind }] : []),
    ...(isAdmin ? [{ table: users.table, hash: users.kind }] : []),
  ]

  return (
    <Page title={messages.windowTitle}>
      <div className={styles.head}>
        <h1 className={`title ${styles.title}`} tabIndex={-1}>
          {messages.title}
        </h1>
        <nav className={styles.places} aria-label={messages.tables}>
          {places.map(({ table, hash }) => (
            <Link
              key={hash}
              to="/edit"
              search={search}
              hash={hash}
              className={styles.place}
              activeOptions={{ exact: true, includeHash: true }}
            >
              {tableMessages[table].title}
            </Link>
          ))}
          <Link to="/edit/genres" className={styles.place}>
            {genreMessages.title}
          </Link>
          <Link to="/edit/import/$" params={{ _splat: '' }} className={styles.place}>
            {importMessages.title}
          </Link>
        </nav>
      </div>
      <IndexTable kind={audioBooks} search={search} />
      <IndexTable kind={podcasts} search={search} />
      <IndexTable kind={creators} search={search} />
      <IndexTable kind={series} search={search} />
      <CollectionsTable />
      {hasSources && <IndexTable kind={sources} search={search} />}
      {isAdmin && <IndexTable kind={users} search={search} />}
      {/* The document needs the session's token, which a link does not take along. */}
      {firstData.access !== 'members' && (
        <section className={styles.house} aria-labelledby="house">
          <h2 id="house" className={`title ${styles.houseTitle}`}>
            {messages.house}
          </h2>
          <p className={styles.about}>
            <a href={`${firstData.apiRoot}/docs`}>{messages.openApi}</a> {messages.openApiHint}
          </p>
        </section>
      )}
    </Page>
  )
}
