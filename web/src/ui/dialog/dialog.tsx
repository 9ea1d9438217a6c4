import { type ReactNode, useEffect, useId } from 'react'
import styles from './dialog.module.css'
import { useModal } from './use-modal.ts'

interface DialogProps {
  title: string
  /** Its first paragraph, which is read together with the title. */
  text?: string | undefined
  children: ReactNode
  /** Escape, a click beside the dialog, or the way back: no result. */
  onDismiss: () => void
}

export function Dialog({ title, text, children, onDismiss }: DialogProps) {
  const dialog = useModal()
  const titleId = useId()

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
      aria-describedby={text === undefined ? undefined : `${titleId}-text`}
      onCancel={(event) => {
        event.preventDefault()
        onDismiss()
      }}
      onClose={(event) => {
        // Chromium closes it on a second Escape although `cancel` was prevented.
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
        {text !== undefined && (
          <p id={`${titleId}-text`} className={styles.text}>
            {text}
          </p>
        )}
        {children}
      </div>
    </dialog>
  )
}

/** The buttons at a dialog's foot, the confirming one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

export function DialogText({ children }: { children: string }) {
  return <p className={styles.text}>{children}</p>
}
