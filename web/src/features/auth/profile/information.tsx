import { maxShortTextLength } from '@earmark/contract/limits.ts'
import { getProfile, type Profile, updateProfile } from '@earmark/contract/users.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { log, openDialog } from '../../../ui/dialog/dialogs.ts'
import { type Failure, FormFailure } from '../../../ui/field/form-failure.tsx'
import { FormTextField } from '../../../ui/field/form-fields.tsx'
import { Form, formManners, SubmitButton } from '../../../ui/field/form.tsx'
import { showToast } from '../../../ui/toast/toasts.ts'
import { checkName } from '../checks.ts'
import { ChangeEmailDialog, ChangePasswordDialog } from '../dialogs/account-dialogs.tsx'
import { isSessionOver, lastDescription } from '../form/response.ts'
import { useKeptTyping } from '../form/use-kept-typing.ts'
import { dialogMessages, messages, profileMessages } from '../messages.ts'
import { LockedField } from './locked-field.tsx'

export const profileQuery = apiQuery(getProfile, {})

const maskedPassword = '••••••••••'

export function Information({ profile: { id, email, name } }: { profile: Profile }) {
  const form = useForm({ ...formManners, defaultValues: { name } })
  const [failure, setFailure] = useState<Failure>()
  const queries = useQueryClient()
  useKeptTyping(form, form.formState.isDirty, undefined)

  async function save(values: { name: string }) {
    setFailure(undefined)
    try {
      const saved = await call(updateProfile, { body: { id, name: values.name.trim() } })
      queries.setQueryData(profileQuery.queryKey, saved)
      form.reset({ name: saved.name })
    } catch (error) {
      if (isSessionOver(error)) return
      const description = lastDescription(error)
      setFailure({ title: profileMessages.updateFailed, description })
      return showToast({ type: 'error', message: profileMessages.updateFailed, description })
    }
    showToast({ type: 'success', message: profileMessages.updated })
  }

  async function editEmail() {
    if (await openDialog<true>((close) => <ChangeEmailDialog email={email} close={close} />))
      await log(dialogMessages.changeEmail.done)
  }

  async function editPassword() {
    if (await openDialog<true>((close) => <ChangePasswordDialog email={email} close={close} />))
      await log(dialogMessages.changePassword.done)
  }

  return (
    <Form form={form} onSubmit={save}>
      <LockedField label={messages.email} value={email} onEdit={editEmail} />
      <LockedField label={messages.password} value={maskedPassword} onEdit={editPassword} />
      <FormTextField
        control={form.control}
        name="name"
        label={messages.name}
        autoComplete="name"
        maxLength={maxShortTextLength}
        required
        // Text typed during a save would be lost.
        readOnly={form.formState.isSubmitting}
        check={checkName}
      />
      <div>
        <FormFailure failure={failure} />
        <SubmitButton control={form.control} onlyChanged>
          {profileMessages.save}
        </SubmitButton>
      </div>
    </Form>
  )
}
