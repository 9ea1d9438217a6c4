import { type RefObject, useLayoutEffect, useRef } from 'react'
import { rescueFocus } from './modal.ts'

/** Shows a dialog as modal while it is mounted. Closed before it leaves the document, it restores the focus. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => {
      element?.close()
      rescueFocus()
    }
  }, [])
  return dialog
}
