import { useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { beforeLeaving } from '../../../lib/session-news.ts'
import { showToast } from '../../../ui/toast/toasts.ts'
import { useSession } from '../stored-session.ts'

const messages = {
  kept: 'What you had typed is here again. It is not saved yet.',
  keptOverNewer:
    'What you had typed is here again. Somebody has changed this meanwhile: what you save replaces it.',
} as const

interface KeptTyping {
  person: string
  path: string
  version: string | undefined
  values: FieldValues
}

/** In memory, since the storage of a browser takes no chosen files. */
let kept: KeptTyping | null = null

/**
 * Keeps the unsaved values of a form whose session is lost, here or by another tab, until its account is signed in again
 * and its page is open. Called after the effects that fill in the form.
 * @param version what the values were typed over; undefined for a new record
 */
export function useKeptTyping<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  isDirty: boolean,
  version: string | undefined,
): void {
  const isLoggingOut = useRef(false)
  const [path] = useState(useRouter().latestLocation.pathname)

  useEffect(() => {
    const { person } = useSession.getState()
    if (kept === null || kept.person !== person || kept.path !== path) return
    const { values, version: before } = kept
    kept = null
    form.reset(values as Values, { keepDefaultValues: true })
    if (before === version) showToast({ message: messages.kept })
    else showToast({ type: 'warning', message: messages.keptOverNewer })
  }, [form, path, version])

  useEffect(
    () =>
      beforeLeaving(() => {
        isLoggingOut.current = true
        return Promise.resolve()
      }),
    [],
  )

  // With the change that it follows: later it could miss the loss.
  useLayoutEffect(() => {
    if (!isDirty) return
    return useSession.subscribe(({ signedIn }, { person }) => {
      if (signedIn || person === '' || isLoggingOut.current) return
      kept = { person, path, version, values: form.getValues() }
    })
  }, [form, isDirty, path, version])
}
