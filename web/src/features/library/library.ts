/** What is loaded for whoever is signed in. */
export { libraryQuery } from './library-query.ts'
export { LibraryToggle } from './library-toggle.tsx'
