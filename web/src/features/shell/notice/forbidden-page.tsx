import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../ui/button/button.tsx'
import { useSession } from '../../auth/index.ts'
import { messages } from '../messages.ts'
import { NoticePage } from './not-found-page.tsx'

/** For people without the role that a page needs. */
export function ForbiddenPage() {
  const { signedIn } = useSession()
  return (
    <NoticePage title={messages.forbidden} heading={messages.forbidden} text={messages.forbiddenText}>
      <Link to="/" className={buttonClass} data-kind="filled">
        {messages.toHome}
      </Link>
      {!signedIn && (
        <Link to="/auth/login" className={buttonClass}>
          {messages.signIn}
        </Link>
      )}
    </NoticePage>
  )
}
