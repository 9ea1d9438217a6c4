/** Its bookmarks are asked for by the page. */
import { createFileRoute } from '@tanstack/react-router'
import { requireSignIn } from '../features/auth/index.ts'
import { recordingTrack } from '../features/catalogue/index.ts'
import { MyLibraryLink } from '../features/library/index.ts'
import { BookmarksPage } from '../features/player/index.ts'

export const Route = createFileRoute('/my-library_/bookmarks')({
  beforeLoad: requireSignIn,
  component: Bookmarks,
})

function Bookmarks() {
  return <BookmarksPage trackOf={recordingTrack} parent={<MyLibraryLink />} />
}
