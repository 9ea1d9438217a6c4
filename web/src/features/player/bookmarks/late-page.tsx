import { lazy } from 'react'

export const BookmarksPage = lazy(async () => ({
  default: (await import('./bookmarks-page.tsx')).BookmarksPage,
}))
