/** Asks for GET /libraries/me; should that fail, the router's own error screen stands under this address. */
import { createFileRoute } from '@tanstack/react-router'
import { requireSignIn } from '../features/auth/index.ts'
import { AudioBookShelf, PodcastShelf } from '../features/catalogue/index.ts'
import { LibraryPage, preloadLibrary } from '../features/library/index.ts'

export const Route = createFileRoute('/my-library')({
  beforeLoad: requireSignIn,
  loader: preloadLibrary,
  component: MyLibrary,
})

function MyLibrary() {
  return <LibraryPage AudioBooks={AudioBookShelf} Podcasts={PodcastShelf} />
}
