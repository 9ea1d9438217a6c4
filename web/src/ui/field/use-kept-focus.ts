import { type RefObject, useEffect } from 'react'

const firstField = 'input:not([readonly], [hidden]), textarea, select'

/** A button that is disabled while it works loses the focus, to nobody: it gets it back, or else a field does. */
export function useKeptFocus(button: RefObject<HTMLButtonElement | null>, isWorking: boolean): void {
  useEffect(() => {
    const worker = button.current
    if (!isWorking) return
    return () => {
      if (document.activeElement !== document.body) return
      const next = worker?.disabled ? worker.form?.querySelector<HTMLElement>(firstField) : worker
      next?.focus({ preventScroll: true })
    }
  }, [button, isWorking])
}
