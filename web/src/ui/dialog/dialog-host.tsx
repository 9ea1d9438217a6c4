import { lazy, Suspense } from 'react'
import { useDialogs } from './dialogs.ts'

const OpenDialog = lazy(() => import('./open-dialog.tsx').then((module) => ({ default: module.OpenDialog })))

export function DialogHost() {
  const dialog = useDialogs((dialogs) => dialogs.waiting[0])
  return (
    dialog && (
      <Suspense>
        <OpenDialog key={dialog.id} dialog={dialog} />
      </Suspense>
    )
  )
}
