import { changePassword } from '@earmark/contract/auth.ts'
import { useForm } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import type { CloseDialog } from '../../../ui/dialog/dialogs.ts'
import { FormDialog } from '../../../ui/field/form-dialog.tsx'
import { formManners } from '../../../ui/field/form.tsx'
import { lastDescription } from '../failures.ts'
import { CurrentPasswordField } from '../form/current-password-field.tsx'
import { HiddenUsername } from '../form/hidden-username.tsx'
import { type NewPassword, NewPasswordFields } from '../form/new-password-fields.tsx'
import { dialogMessages, messages } from '../messages.ts'
import { useCloseWithSession } from './use-close-with-session.ts'

interface ChangePasswordDialogProps {
  email: string
  close: CloseDialog<true>
}

interface PasswordChange extends NewPassword {
  currentPassword: string
}

const defaultValues: PasswordChange = { currentPassword: '', newPassword: '', repeatNewPassword: '' }

export function ChangePasswordDialog({ email, close }: ChangePasswordDialogProps) {
  const form = useForm<PasswordChange>({ ...formManners, defaultValues })
  useCloseWithSession(close)
  const texts = dialogMessages.changePassword

  async function change({ currentPassword, newPassword }: PasswordChange) {
    try {
      await call(changePassword, { body: { currentPassword, newPassword } })
    } catch (error) {
      form.setFocus('currentPassword')
      return { title: texts.failed, description: lastDescription(error) }
    }
  }

  return (
    <FormDialog
      title={texts.title}
      text={texts.text}
      form={form}
      submitLabel={texts.submit}
      close={close}
      onSubmit={change}
    >
      <HiddenUsername email={email} />
      <CurrentPasswordField control={form.control} name="currentPassword" label={messages.currentPassword} />
      <NewPasswordFields control={form.control} />
    </FormDialog>
  )
}
