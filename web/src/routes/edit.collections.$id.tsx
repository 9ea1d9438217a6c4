/** Loads the collection as it is now; should that fail, the router's own error screen stands under this address. */
import { createFileRoute } from '@tanstack/react-router'
import { CollectionPage, loadCollection } from '../features/back-office/index.ts'
import { recordId } from '../lib/url-parameters.ts'

export const Route = createFileRoute('/edit/collections/$id')({
  loader: ({ params, cause }) => loadCollection(recordId(params.id), cause),
  // The page shows the loader's data, which must not be an earlier load's.
  gcTime: 0,
  component: EditedCollection,
})

function EditedCollection() {
  const collection = Route.useLoaderData()
  return <CollectionPage key={collection.id} collection={collection} />
}
