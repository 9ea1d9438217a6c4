import { includesRole } from '@earmark/contract/roles.ts'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../auth/index.ts'
import { useWithin } from '../../../lib/use-within.ts'
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
      <SectionLink to="/audio-books" className={className} name={messages.audioBooks} />
      <SectionLink to="/podcasts" className={className} name={messages.podcasts} />
      {session.signedIn && <MyLibraryLink className={className} />}
      {includesRole(session.role, 'Editor') && (
        <SectionLink to="/edit" className={className} name={messages.edit} />
      )}
    </>
  )
}

interface SectionLinkProps extends MainLinksProps {
  to: '/audio-books' | '/podcasts' | '/edit'
  name: string
}

function SectionLink({ to, name, className }: SectionLinkProps) {
  const within = useWithin(to)
  return (
    <Link
      to={to}
      className={className}
      activeOptions={{ exact: true, includeSearch: false }}
      aria-current={within}
    >
      {name}
    </Link>
  )
}
