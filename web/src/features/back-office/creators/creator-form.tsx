import type { Creator } from '@earmark/contract/creators.ts'
import { useForm } from 'react-hook-form'
import { Form, formManners } from '../../../ui/field/form.tsx'
import styles from '../form/fields.module.css'
import { FormBar } from '../form/form-bar.tsx'
import { useRefusals } from '../form/refusals.ts'
import { useUnsavedChanges } from '../form/use-unsaved-changes.ts'
import { CreatorFields } from '../people/creator-fields.tsx'
import { type CreatorValues, creatorValues } from '../people/creator-values.ts'

interface CreatorFormProps {
  creator?: Creator
  /** Answers the creator as it is saved, nothing when it was refused, which `onFailure` hears. */
  onSave: (values: CreatorValues, onFailure: (error: unknown) => void) => Promise<Creator | undefined>
  isDeleting?: boolean
}

export function CreatorForm({ creator, onSave, isDeleting }: CreatorFormProps) {
  const form = useForm<CreatorValues>({ ...formManners, defaultValues: creatorValues(creator) })
  const { refusals, forget, refuse } = useRefusals(form)
  const { isDirty, isSubmitting } = form.formState
  useUnsavedChanges(isDirty)

  async function save(values: CreatorValues) {
    forget()
    const saved = await onSave(values, (error) => refuse(error, values))
    if (saved) form.reset(creatorValues(saved))
  }

  return (
    <Form form={form} onSubmit={save}>
      <div className={styles.fields}>
        <CreatorFields control={form.control} refusals={refusals} isSaving={isSubmitting} />
      </div>
      <FormBar form={form} disabled={isDeleting} />
    </Form>
  )
}
