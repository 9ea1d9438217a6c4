import { useNavigate } from '@tanstack/react-router'
import { lazy } from 'react'
import { SearchField, type SearchFieldProps } from '../../../ui/search-field/search-field.tsx'

const Suggestions = lazy(async () => ({ default: (await import('./suggestions.tsx')).Suggestions }))

/** A field that leads to the search page, with suggestions below it. */
export function SearchBox(props: Omit<SearchFieldProps, 'onSearch' | 'suggestions'>) {
  const navigate = useNavigate()
  return (
    <SearchField
      {...props}
      onSearch={(search) => {
        if (search !== '') void navigate({ to: '/search', search: { search } })
      }}
      suggestions={Suggestions}
    />
  )
}
