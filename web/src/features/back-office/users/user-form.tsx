import type { User } from '@earmark/contract/users.ts'
import { useForm } from 'react-hook-form'
import { Form, formManners } from '../../../ui/field/form.tsx'
import styles from '../form/fields.module.css'
import { FormBar } from '../form/form-bar.tsx'
import { useRefusals } from '../form/refusals.ts'
import { useUnsavedChanges } from '../form/use-unsaved-changes.ts'
import { UserFields } from './user-fields.tsx'
import { type UserValues, userValues } from './user-values.ts'

interface UserFormProps {
  user?: User
  /** Answers the user as it is saved, nothing when it was refused, which `onFailure` hears. */
  onSave: (values: UserValues, onFailure: (error: unknown) => void) => Promise<User | undefined>
  isDeleting?: boolean
}

export function UserForm({ user, onSave, isDeleting }: UserFormProps) {
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
      <FormBar form={form} disabled={isDeleting} />
    </Form>
  )
}
