import { useLibrarySlot } from '../player/index.ts'
import { LibraryIconButton } from './library-icon-button.tsx'

/** What is loaded for whoever is signed in. */
export { libraryQuery } from './library-query.ts'
export { LibraryToggle } from './library-toggle.tsx'

useLibrarySlot.setState({ Button: LibraryIconButton })
