import { Link, useLocation } from '@tanstack/react-router'
import { CircleUserRound } from 'lucide-react'
import { buttonClass } from '../../../ui/button/button.tsx'
import { iconButtonClass } from '../../../ui/button/icon-button.tsx'
import { returningTo, useSession } from '../../auth/index.ts'
import { messages } from '../messages.ts'

interface AccountLinkProps {
  /** Of a text link, as in the menu; without it a button, and with a session an icon. */
  className?: string | undefined
}

/** To the sign-in page, which leads back here, or to the profile. */
export function AccountLink({ className }: AccountLinkProps) {
  const { signedIn } = useSession()
  const search = useLocation({ select: returningTo })
  if (!signedIn)
    return (
      <Link to="/auth/login" search={search} className={className ?? buttonClass}>
        {messages.signIn}
      </Link>
    )
  return className ? (
    <Link to="/user-profile" className={className}>
      {messages.profile}
    </Link>
  ) : (
    <Link to="/user-profile" className={iconButtonClass} title={messages.profile}>
      <CircleUserRound size={22} aria-hidden="true" />
    </Link>
  )
}
