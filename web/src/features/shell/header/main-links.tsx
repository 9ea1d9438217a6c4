import { includesRole } from '@earmark/contract/roles.ts'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../auth/index.ts'
import { MyLibraryLink } from '../../library/index.ts'
import { messages } from '../messages.ts'

interface MainLinksProps {
  className?: string | undefined
}

/** The links of the header and of the menu; without those that the role may not follow. */
export function MainLinks({ className }: MainLinksProps) {
  const session = useSession()
  return (
    <>
      <Link to="/audio-books" className={className} activeOptions={{ includeSearch: false }}>
        {messages.audioBooks}
      </Link>
      <Link to="/podcasts" className={className} activeOptions={{ includeSearch: false }}>
        {messages.podcasts}
      </Link>
      {session.signedIn && <MyLibraryLink className={className} />}
      {includesRole(session.role, 'Editor') && (
        <Link to="/edit" className={className} activeOptions={{ includeSearch: false }}>
          {messages.edit}
        </Link>
      )}
    </>
  )
}
