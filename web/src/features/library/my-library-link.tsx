import { Link } from '@tanstack/react-router'
import { myLibrary } from './messages.ts'

/** The one place that knows where My Library is. */
export function MyLibraryLink({ className }: { className?: string | undefined }) {
  return (
    <Link to="/my-library" className={className}>
      {myLibrary}
    </Link>
  )
}
