import { Link } from '@tanstack/react-router'

/** Apart from the feature's other texts: it is in every page's header. */
export const myLibrary = 'My Library'

export function MyLibraryLink({ className }: { className?: string | undefined }) {
  return (
    <Link to="/my-library" className={className}>
      {myLibrary}
    </Link>
  )
}
