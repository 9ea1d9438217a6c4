import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { rescueFocus } from '../focus/rescue-focus.ts'
import styles from './dialog.module.css'

interface DialogProps {
  title: string
  children: ReactNode
  /** Escape, a click beside the dialog, or the browser's way back: it is to go away without a result. */
  onDismiss: () => void
}

/** The platform's modal dialog: it traps the focus, closes on Escape and gives the focus back by itself. */
export function Dialog({ title, children, onDismiss }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // Closed while it is still in the page: only then does the platform give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => {
      element?.close()
      rescueFocus()
    }
  }, [])

  // Back and forward lead to another page, which is not what this dialog is about.
  useEffect(() => {
    window.addEventListener('popstate', onDismiss)
    return () => window.removeEventListener('popstate', onDismiss)
  }, [onDismiss])

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the backdrop; its key is Escape
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onDismiss()
      }}
      onClose={(event) => {
        // Prevented once, a second Escape closes it in Chromium all the same: whether it goes is not the platform's say.
        if (event.currentTarget.open) return
        event.currentTarget.showModal()
        onDismiss()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onDismiss()
      }}
    >
      <div className={styles.content}>
        <h2 id={titleId} className={`title ${styles.title}`}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  )
}

/** The row of buttons at a dialog's foot, the one that says yes last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

export function DialogText({ children }: { children: string }) {
  return <p className={styles.text}>{children}</p>
}
