import { useLocation, useNavigate } from '@tanstack/react-router'
import { SearchField } from '../../../ui/search-field/search-field.tsx'
import { messages } from '../messages.ts'

/** The header's search box: Enter leads to the search page. It shows that page's term while one is there. */
export function HeaderSearch({ className }: { className?: string | undefined }) {
  const navigate = useNavigate()
  const term = useLocation({
    select: ({ pathname, search }) => (pathname === '/search' ? (search.search ?? '') : ''),
  })
  return (
    <SearchField
      className={className}
      label={messages.search}
      term={term}
      onSearch={(search) => {
        if (search !== '') void navigate({ to: '/search', search: { search } })
      }}
    />
  )
}
