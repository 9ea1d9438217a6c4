import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../button/icon-button.tsx'
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx'
import { rescueFocus } from '../dialog/modal.ts'
import styles from './toast.module.css'
import { dismissToast, type Toast, type ToastType, useToasts } from './toasts.ts'

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert } as const
const spokenTypes: Record<ToastType, string> = {
  info: '',
  success: '',
  warning: 'Warning: ',
  error: 'Error: ',
}

/** A live region has to exist before its first message. */
export function ToastRegion() {
  const toasts = useToasts((state) => state.shown)
  const region = useRef<HTMLElement>(null)

  // Scrolling into view leaves them room.
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--toast-height', `${region.current?.offsetHeight ?? 0}px`)
  }, [toasts])

  return (
    <section
      ref={region}
      className={styles.region}
      aria-label="Messages"
      aria-live="polite"
      aria-relevant="additions"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  const [cameFrom, setCameFrom] = useState<Element | null>(null)
  const Icon = icons[toast.type]

  // The time starts again after the pointer or the focus has left.
  useEffect(() => {
    if (held || toast.durationMilliseconds === Infinity) return
    const timer = setTimeout(() => dismissToast(toast.id), toast.durationMilliseconds)
    return () => clearTimeout(timer)
  }, [held, toast.id, toast.durationMilliseconds])

  function dismiss(): void {
    dismissToast(toast.id)
    rescueFocus(cameFrom)
  }

  return (
    <div
      className={styles.toast}
      data-type={toast.type}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        setHeld(true)
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setCameFrom(relatedTarget)
      }}
      onBlur={() => setHeld(false)}
    >
      <Icon size={18} className={styles.icon} aria-hidden="true" />
      <p className={styles.words}>
        <VisuallyHidden>{spokenTypes[toast.type]}</VisuallyHidden>
        {toast.message}
        {toast.description && <span className={styles.description}>{toast.description}</span>}
      </p>
      {toast.action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            toast.action?.run()
            dismiss()
          }}
        >
          {toast.action.label}
        </button>
      )}
      {toast.action && !held && (
        <span
          className={styles.remaining}
          style={{ animationDuration: `${toast.durationMilliseconds}ms` }}
          aria-hidden="true"
        />
      )}
      <IconButton label="Close" onClick={dismiss}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
