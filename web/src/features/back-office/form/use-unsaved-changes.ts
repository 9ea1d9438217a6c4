import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { confirm } from '../../../ui/dialog/dialogs.ts'
import { useSession } from '../../auth/index.ts'
import { formMessages } from '../messages.ts'

/**
 * Asks before a page with unsaved changes is left: for another page, by the browser's back and forward, and, in the
 * browser's own words, for another site. A navigation after a save or a deletion does not ask:
 * `navigate({ …, ignoreBlocker: true })`.
 */
export function useUnsavedChanges(isDirty: boolean): void {
  const { history } = useRouter()

  useEffect(() => {
    if (!isDirty) return
    return history.block({
      enableBeforeUnload: true,
      // Another hash or search of the same page.
      blockerFn: async ({ currentLocation, nextLocation }) =>
        currentLocation.pathname !== nextLocation.pathname &&
        // Without a session there is no staying.
        useSession.getState().signedIn &&
        !(await confirm(formMessages.leave)),
    })
  }, [history, isDirty])
}
