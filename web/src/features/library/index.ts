export { MyLibraryLink } from './my-library-link.tsx'
