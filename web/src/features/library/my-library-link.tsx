import { Link } from '@tanstack/react-router'
import { messages } from './messages.ts'

/** The one place that knows where My Library is. As long as it has no screen, its address leads home. */
export function MyLibraryLink({ className }: { className?: string | undefined }) {
  return (
    <Link to="/$" params={{ _splat: 'my-library' }} className={className}>
      {messages.myLibrary}
    </Link>
  )
}
