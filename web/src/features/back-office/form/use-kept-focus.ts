import { type RefObject, useEffect } from 'react'

/** A button that is disabled while it works loses the focus, to nobody: it gets it back. */
export function useKeptFocus(button: RefObject<HTMLButtonElement | null>, isWorking: boolean): void {
  useEffect(() => {
    const worker = button.current
    if (!isWorking) return
    return () => {
      if (document.activeElement === document.body) worker?.focus({ preventScroll: true })
    }
  }, [button, isWorking])
}
