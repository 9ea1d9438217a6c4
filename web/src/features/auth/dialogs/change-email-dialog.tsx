import { changeEmail } from '@earmark/contract/auth.ts'
import { useForm } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import type { CloseDialog } from '../../../ui/dialog/dialogs.ts'
import { FormDialog } from '../../../ui/field/form-dialog.tsx'
import { formManners } from '../../../ui/field/form.tsx'
import { lastDescription } from '../failures.ts'
import { CurrentPasswordField } from '../form/current-password-field.tsx'
import { EmailField } from '../form/email-field.tsx'
import { HiddenUsername } from '../form/hidden-username.tsx'
import { dialogMessages, messages } from '../messages.ts'
import { useCloseWithSession } from './use-close-with-session.ts'

interface ChangeEmailDialogProps {
  /** The account's present address. */
  email: string
  close: CloseDialog<true>
}

interface EmailChange {
  password: string
  newEmail: string
}

export function ChangeEmailDialog({ email, close }: ChangeEmailDialogProps) {
  const form = useForm<EmailChange>({ ...formManners, defaultValues: { password: '', newEmail: '' } })
  useCloseWithSession(close)
  const texts = dialogMessages.changeEmail

  async function change(body: EmailChange) {
    try {
      await call(changeEmail, { body })
    } catch (error) {
      form.setFocus('password')
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
      <CurrentPasswordField control={form.control} name="password" label={messages.password} />
      <EmailField control={form.control} name="newEmail" label={messages.newEmail} autoComplete="email" />
    </FormDialog>
  )
}
