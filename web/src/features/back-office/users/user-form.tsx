import type { User } from '@earmark/contract/users.ts'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../../ui/button/button.tsx'
import { Form, formManners } from '../../../ui/field/form.tsx'
import { useKeptFocus } from '../../../ui/field/use-kept-focus.ts'
import styles from '../form/fields.module.css'
import { FormActions } from '../form/form-actions.tsx'
import { useRefusals } from '../form/refusals.ts'
import type { Deletion } from '../form/use-deletion.ts'
import { useUnsavedChanges } from '../form/use-unsaved-changes.ts'
import { userMessages as messages } from '../messages.ts'
import { startForgotPassword } from './forgot-password.ts'
import { UserFields } from './user-fields.tsx'
import { type UserValues, userValues } from './user-values.ts'

interface UserFormProps {
  user?: User
  /** Answers the user as it is saved, nothing when it was refused, which `onFailure` hears. */
  onSave: (values: UserValues, onFailure: (error: unknown) => void) => Promise<User | undefined>
  deletion?: Deletion
}

export function UserForm({ user, onSave, deletion }: UserFormProps) {
  const form = useForm<UserValues>({ ...formManners, defaultValues: userValues(user) })
  const { refusals, forget, refuse } = useRefusals(form)
  const { isDirty, isSubmitting } = form.formState
  useUnsavedChanges(isDirty)

  async function save(values: UserValues) {
    forget()
    const saved = await onSave(values, (error) => refuse(error, values))
    if (saved) form.reset(userValues(saved))
  }

  return (
    <Form form={form} onSubmit={save}>
      <div className={styles.fields}>
        <UserFields
          control={form.control}
          refusals={refusals}
          isNew={user === undefined}
          isSaving={isSubmitting}
        />
      </div>
      <FormActions control={form.control} deletion={deletion}>
        {user && <ForgotPassword email={user.email} />}
      </FormActions>
    </Form>
  )
}

/** To the address that is saved, whatever is typed above. */
function ForgotPassword({ email }: { email: string }) {
  const [running, setRunning] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useKeptFocus(button, running)

  async function start() {
    setRunning(true)
    await startForgotPassword(email).finally(() => setRunning(false))
  }

  return (
    <Button ref={button} disabled={running} onClick={() => void start()}>
      {messages.forgotPassword}
    </Button>
  )
}
