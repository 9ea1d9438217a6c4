import { useLocation } from '@tanstack/react-router'
import { SearchBox } from '../../catalogue/index.ts'
import { messages } from '../messages.ts'

interface HeaderSearchProps {
  className?: string | undefined
  shortcut?: string
}

/** The header's search box: Enter leads to the search page. It shows that page's term while one is there. */
export function HeaderSearch({ className, shortcut }: HeaderSearchProps) {
  const term = useLocation({
    select: ({ pathname, search }) => (pathname === '/search' ? (search.search ?? '') : ''),
  })
  return <SearchBox className={className} shortcut={shortcut} label={messages.search} term={term} />
}
