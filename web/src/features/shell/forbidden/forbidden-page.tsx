import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../ui/button/button.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { useSession } from '../../auth/index.ts'
import { messages } from '../messages.ts'
import styles from './forbidden-page.module.css'

/** For people without the role that a page needs. */
export function ForbiddenPage() {
  const { signedIn } = useSession()
  return (
    <Page title={messages.forbidden} className={styles.forbidden}>
      <h1 className={`title ${styles.title}`} tabIndex={-1}>
        {messages.forbidden}
      </h1>
      <p>{messages.forbiddenText}</p>
      <div className={styles.actions}>
        <Link to="/" className={buttonClass} data-kind="filled">
          {messages.toHome}
        </Link>
        {!signedIn && (
          <Link to="/auth/login" className={buttonClass}>
            {messages.signIn}
          </Link>
        )}
      </div>
    </Page>
  )
}
