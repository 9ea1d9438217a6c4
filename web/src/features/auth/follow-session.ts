import type { AnyRouter } from '@tanstack/react-router'
import { loadRefresh } from '../../lib/api.ts'
import { onSessionNews } from '../../lib/session-news.ts'
import { showToast } from '../../ui/toast/toasts.ts'
import { returningTo } from './guards.ts'
import { forgetSession, readSession, type Session, useSession } from './stored-session.ts'

/** Apart from the feature's other texts, which the first visit does not load. */
const sessionExpired = 'Session expired. Please log in again.'

/** Keeps the page in step with the session: guards look again when it changes, and its loss leads to signing in. */
export function followSession(router: AnyRouter): void {
  preloadRefresh(useSession.getState())

  useSession.subscribe((session) => {
    preloadRefresh(session)
    // After the navigation of the code that changed it, which takes precedence over the guards.
    setTimeout(() => void router.invalidate())
  })

  onSessionNews((news) => {
    if (news === 'renewed') return readSession()
    forgetSession()
    showToast({ message: sessionExpired, type: 'error' })
    void router.navigate({ to: '/auth/login', search: returningTo(router.latestLocation) })
  })
}

/** Loads the code that renews tokens before it is needed, while there is a connection. */
function preloadRefresh({ signedIn }: Session): void {
  if (signedIn) loadRefresh().catch(() => undefined)
}
