import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { confirm } from '../../../ui/dialog/dialogs.ts'
import { useSession } from '../../auth/index.ts'
import { formMessages } from '../messages.ts'

/**
 * Asks before anybody leaves a page with unsaved changes: for another page, by the browser's back and forward, and,
 * in the browser's own words, for another site. Whoever goes on because the changes were saved, or thrown away with
 * their record, says so: `navigate({ …, ignoreBlocker: true })`.
 */
export function useUnsavedChanges(isDirty: boolean): void {
  const { history } = useRouter()

  useEffect(() => {
    if (!isDirty) return
    return history.block({
      enableBeforeUnload: true,
      // A place on the same page leaves nothing.
      blockerFn: async ({ currentLocation, nextLocation }) =>
        currentLocation.pathname !== nextLocation.pathname &&
        // Whoever lost the session cannot stay.
        useSession.getState().signedIn &&
        !(await confirm(formMessages.leave)),
    })
  }, [history, isDirty])
}
