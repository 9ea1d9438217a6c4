import type { AnyRouter } from '@tanstack/react-router'
import { loadRefresh } from '../../lib/api.ts'
import { onSessionNews } from '../../lib/session-news.ts'
import { showToast } from '../../ui/toast/toasts.ts'
import { returningTo } from './return-to.ts'
import { sessionMessages } from './session-messages.ts'
import { forgetSession, readSession, type Session, useSession } from './stored-session.ts'

/** Keeps the page in step with the session: guards look again when it changes, and its loss leads to signing in. */
export function followSession(router: AnyRouter): void {
  foresee(useSession.getState())

  useSession.subscribe((session) => {
    foresee(session)
    // After whoever changed it has gone where they are going: their way comes before the guards'.
    setTimeout(() => void router.invalidate())
  })

  onSessionNews((news) => {
    if (news === 'renewed') return readSession()
    forgetSession()
    showToast({ message: sessionMessages.expired, type: 'error' })
    void router.navigate({ to: '/auth/login', search: returningTo(router.latestLocation) })
  })
}

/** So that the way to new tokens is here before it is needed, and perhaps the connection is not. */
function foresee({ signedIn }: Session): void {
  if (signedIn) loadRefresh().catch(() => undefined)
}
