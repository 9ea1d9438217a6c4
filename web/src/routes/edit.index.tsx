import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { IndexPage, type IndexSearch } from '../features/back-office/index.ts'

export const Route = createFileRoute('/edit/')({
  // Read by the page itself: what reads it is none of the first visit's business.
  validateSearch: (address: IndexSearch & SearchSchemaInput): IndexSearch => address,
  component: Index,
})

function Index() {
  return <IndexPage search={Route.useSearch()} />
}
