import { Link } from '@tanstack/react-router'
import { useWithin } from '../../lib/use-within.ts'

/** Apart from the feature's other texts: it is in every page's header. */
export const myLibrary = 'My Library'

export function MyLibraryLink({ className }: { className?: string | undefined }) {
  const within = useWithin('/my-library')
  return (
    <Link to="/my-library" className={className} activeOptions={{ exact: true }} aria-current={within}>
      {myLibrary}
    </Link>
  )
}
