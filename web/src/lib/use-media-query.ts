import { useCallback, useSyncExternalStore } from 'react'

/** @param query of CSS Media Queries, such as `(min-width: 1024px)` */
export function useMediaQuery(query: string): boolean {
  const follow = useCallback(
    (tell: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', tell)
      return () => list.removeEventListener('change', tell)
    },
    [query],
  )
  return useSyncExternalStore(follow, () => matchMedia(query).matches)
}
