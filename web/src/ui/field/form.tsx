import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { type Control, type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form'
import { Button } from '../button/button.tsx'
import styles from './form.module.css'
import { useKeptFocus } from './use-kept-focus.ts'

/** When forms speak: once typing pauses, see `useFormField`. */
export const formManners = { mode: 'onChange', delayError: 500 } as const

interface FormProps<Values extends FieldValues> {
  form: UseFormReturn<Values>
  /** Never runs twice at a time. */
  onSubmit: (values: Values) => Promise<void>
  children: ReactNode
}

/** One column of fields. Enter sends it; while something is missing, Enter leads to the first such field. */
export function Form<Values extends FieldValues>({ form, onSubmit, children }: FormProps<Values>) {
  const running = useRef<Promise<void>>(undefined)

  function run(work: () => Promise<void>) {
    if (running.current) return
    running.current = work().finally(() => (running.current = undefined))
  }

  // The browser sends nothing by Enter as long as the button that sends is disabled.
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    const send = event.currentTarget.querySelector<HTMLButtonElement>('button[type=submit]')
    if (send?.disabled) run(form.handleSubmit(() => undefined))
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what Enter does in its fields
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
  /** Disabled as long as nothing was changed, as well. */
  onlyChanged?: boolean
  /** For another reason of the form's own. */
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
