import { useLocation, useNavigate } from '@tanstack/react-router'
import { SearchField } from '../../../ui/search-field/search-field.tsx'
import { messages } from '../messages.ts'

interface HeaderSearchProps {
  className?: string | undefined
  shortcut?: string
}

/** The header's search box: Enter leads to the search page. It shows that page's term while one is there. */
export function HeaderSearch({ className, shortcut }: HeaderSearchProps) {
  const navigate = useNavigate()
  const term = useLocation({
    select: ({ pathname, search }) => (pathname === '/search' ? (search.search ?? '') : ''),
  })
  return (
    <SearchField
      className={className}
      shortcut={shortcut}
      label={messages.search}
      term={term}
      onSearch={(search) => {
        if (search !== '') void navigate({ to: '/search', search: { search } })
      }}
    />
  )
}
