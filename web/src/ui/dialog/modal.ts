import { type RefObject, useLayoutEffect, useRef } from 'react'

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

/** Moves a focus lost in this turn to the first of these still in the document, else to the page's content. */
export function rescueFocus(...refuges: readonly (Element | null | undefined)[]): void {
  setTimeout(() => {
    const focused = document.activeElement
    if (focused !== null && focused !== document.body) return
    const refuge = refuges.find((element) => element?.isConnected) ?? document.getElementById('content')
    if (refuge instanceof HTMLElement) refuge.focus({ preventScroll: true })
  })
}
