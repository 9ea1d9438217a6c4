import { pageTitle } from '@earmark/contract/first-data.ts'
import { useEffect } from 'react'

/** Sets the window's title; the server has already written it into the first page. */
export function usePageTitle(name: string): void {
  useEffect(() => {
    document.title = pageTitle(name)
  }, [name])
}
