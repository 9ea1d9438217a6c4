import { useNavigate } from '@tanstack/react-router'
import { Page } from '../../../ui/page/page.tsx'
import { SearchField } from '../../../ui/search-field/search-field.tsx'
import { messages } from '../messages.ts'
import styles from './search-page.module.css'
import { SearchResults } from './search-results.tsx'

/** `term` is trimmed; without one the page shows its search field only. */
export function SearchPage({ term }: { term: string }) {
  const navigate = useNavigate()
  return (
    <Page title={messages.search}>
      <h1 className={`title ${styles.title}`} tabIndex={-1}>
        {term === '' ? messages.search : messages.searchHeading(term)}
      </h1>
      <SearchField
        className={term === '' ? styles.field : `${styles.field} ${styles.repeated}`}
        label={messages.searchField}
        term={term}
        pageFocus={term === ''}
        onSearch={(search) => {
          if (search !== '') void navigate({ to: '/search', search: { search } })
        }}
      />
      {term === '' ? (
        <p className={styles.hint}>{messages.searchHint}</p>
      ) : (
        <SearchResults key={term} term={term} />
      )}
    </Page>
  )
}
