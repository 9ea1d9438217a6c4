/** Loads the creator as it is now; should that fail, the router's own error screen stands under this address. */
import { createFileRoute } from '@tanstack/react-router'
import { CreatorPage, loadCreator } from '../features/back-office/index.ts'
import { recordId } from '../lib/url-parameters.ts'

export const Route = createFileRoute('/edit/creators/$id')({
  loader: ({ params, cause }) => loadCreator(recordId(params.id), cause),
  // The page shows the loader's data, which must not be an earlier load's.
  gcTime: 0,
  component: EditedCreator,
})

function EditedCreator() {
  const creator = Route.useLoaderData()
  return <CreatorPage key={creator.id} creator={creator} />
}
