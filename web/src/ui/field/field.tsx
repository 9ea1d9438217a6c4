import { Check, CircleAlert, CornerDownRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx'
import styles from './field.module.css'
import { keepInSight } from './keep-in-sight.ts'

/** `spoken` is for assistive technology only. */
export interface FieldMessage {
  kind: 'error' | 'success' | 'note' | 'spoken'
  text: string
}

export interface FieldParts {
  label: string
  hint?: string | undefined
  message?: FieldMessage | undefined
}

interface FieldProps extends FieldParts {
  /** The control's id, from which `describedBy` makes those of hint and message. */
  id: string
  children: ReactNode
}

const icons = { error: CircleAlert, success: Check, note: CornerDownRight } as const

export function Field({ id, label, hint, message, children }: FieldProps) {
  return (
    <div className={styles.field} data-field="">
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children}
      <FieldMessages id={id} hint={hint} message={message} />
    </div>
  )
}

interface FieldMessagesProps {
  id: string
  hint?: string | undefined
  message?: FieldMessage | undefined
}

/** Hint and message of a control within a `data-field`. */
export function FieldMessages({ id, hint, message }: FieldMessagesProps) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {/* A live region has to exist before its first message. */}
      <div id={`${id}-message`} aria-live="polite">
        {message && <Message {...message} />}
      </div>
    </>
  )
}

function Message({ kind, text }: FieldMessage) {
  const words = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    const field = words.current?.closest<HTMLElement>('[data-field]')
    if (kind === 'error' && words.current && field) return keepInSight(words.current, field)
  }, [kind, text])

  if (kind === 'spoken') return <VisuallyHidden>{text}</VisuallyHidden>
  const Icon = icons[kind]
  return (
    <p ref={words} className={styles.message} data-kind={kind}>
      <Icon size={16} aria-hidden="true" />
      {text}
    </p>
  )
}

/** The ids of all that describes a field's control, for its `aria-describedby`. */
export function describedBy(
  id: string,
  { hint, message }: FieldParts,
  ...others: string[]
): string | undefined {
  const ids = [...(hint ? [`${id}-hint`] : []), ...others, ...(message ? [`${id}-message`] : [])]
  return ids.length === 0 ? undefined : ids.join(' ')
}
