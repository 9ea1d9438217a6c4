export { followLibrary, preloadLibrary } from './follow-library.ts'
export { LibraryButton } from './library-button.tsx'
export { MyLibraryLink } from './my-library-link.tsx'
export { LibraryPage, type LibraryParts } from './page/library-page.tsx'
