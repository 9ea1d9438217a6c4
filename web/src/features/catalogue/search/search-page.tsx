import { readSearchAddress } from '@earmark/contract/search.ts'
import { Page } from '../../../ui/page/page.tsx'
import { messages } from '../page-messages.ts'
import type { SearchAddress } from './queries.ts'
import { SearchBox } from './search-box.tsx'
import styles from './search-page.module.css'
import { ChangedWords, SearchResults } from './search-results.tsx'

/** Without a term the page shows its search field only. */
export function SearchPage({ address }: { address: SearchAddress }) {
  const query = readSearchAddress({ ...address })
  const { search: term } = query
  return (
    <Page title={messages.search}>
      <div className={styles.top}>
        <h1 className={`title ${styles.title}`} tabIndex={-1}>
          {term === '' ? messages.search : messages.searchHeading(term)}
        </h1>
        {term !== '' && <ChangedWords key={term} query={query} />}
      </div>
      <SearchBox
        className={term === '' ? styles.field : `${styles.field} ${styles.repeated}`}
        label={messages.searchField}
        term={term}
        pageFocus={term === ''}
      />
      {term === '' ? (
        <p className={styles.hint}>{messages.searchHint}</p>
      ) : (
        <SearchResults key={term} query={query} />
      )}
    </Page>
  )
}
