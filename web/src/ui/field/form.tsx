import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { type Control, type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form'
import { Button } from '../button/button.tsx'
import styles from './field.module.css'

/** Messages come when typing pauses, see `useFormField`. */
export const formManners = { mode: 'onChange', delayError: 500 } as const

interface FormProps<Values extends FieldValues> {
  form: UseFormReturn<Values>
  /** Never runs twice at a time. */
  onSubmit: (values: Values) => Promise<void>
  children: ReactNode
}

/** Enter submits; in an incomplete form it focuses the first invalid field. */
export function Form<Values extends FieldValues>({ form, onSubmit, children }: FormProps<Values>) {
  const running = useRef<Promise<void>>(undefined)

  function run(work: () => Promise<void>) {
    if (running.current) return
    running.current = work().finally(() => (running.current = undefined))
  }

  // Browsers do not submit on Enter while the submit button is disabled.
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    const send = event.currentTarget.querySelector<HTMLButtonElement>('button[type=submit]')
    if (send?.disabled) run(form.handleSubmit(() => undefined))
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter in its fields
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        run(form.handleSubmit((values) => onSubmit(values)))
      }}
      onKeyDown={onKeyDown}
    >
      {children}
    </form>
  )
}

interface SubmitButtonProps<Values extends FieldValues> {
  control: Control<Values>
  kind?: 'filled' | 'danger'
  /** Also disabled without changes. */
  onlyChanged?: boolean
  disabled?: boolean | undefined
  children: string
}

export function SubmitButton<Values extends FieldValues>(props: SubmitButtonProps<Values>) {
  const { control, kind = 'filled', onlyChanged = false, disabled = false, children } = props
  const { isValid, isDirty, isSubmitting } = useFormState({ control })
  const button = useRef<HTMLButtonElement>(null)
  useKeptFocus(button, isSubmitting)
  return (
    <Button
      ref={button}
      type="submit"
      kind={kind}
      disabled={disabled || !isValid || isSubmitting || (onlyChanged && !isDirty)}
      aria-busy={isSubmitting}
    >
      {children}
    </Button>
  )
}

const firstField = 'input:not([readonly], [hidden]), textarea, select'

/** A button disabled while it works loses the focus: it gets it back, or the first field does. */
function useKeptFocus(button: RefObject<HTMLButtonElement | null>, isWorking: boolean): void {
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
