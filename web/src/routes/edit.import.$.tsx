import { createFileRoute } from '@tanstack/react-router'
import { ImportPages, type ImportSearch } from '../features/back-office/index.ts'

export const Route = createFileRoute('/edit/import/$')({
  validateSearch: (address: ImportSearch) => address,
  component: Import,
})

function Import() {
  return <ImportPages path={Route.useParams()._splat} search={Route.useSearch()} />
}
