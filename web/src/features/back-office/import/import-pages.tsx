import { notFound } from '@tanstack/react-router'
import { ImportPage } from './import-page.tsx'
import { type ImportSearch, readReview } from './import-search.ts'
import { ReviewPage } from './review-page.tsx'

interface ImportPagesProps {
  /** Behind `/edit/import/`: nothing, or the id of an import. */
  path: string | undefined
  search: ImportSearch
}

/** The pages of imports: one route, because each route is part of the first load. */
export function ImportPages({ path = '', search }: ImportPagesProps) {
  if (path === '') return <ImportPage page={readReview(search).page} />
  // oxlint-disable-next-line typescript/only-throw-error -- the router's own way
  if (!/^[1-9]\d{0,14}$/.test(path)) throw notFound()
  return <ReviewPage key={path} id={Number(path)} query={readReview(search)} />
}
