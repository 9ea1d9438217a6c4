import { useForm } from 'react-hook-form'
import type { CloseDialog } from '../../../ui/dialog/dialogs.ts'
import { FormDialog } from '../../../ui/field/form-dialog.tsx'
import { formManners } from '../../../ui/field/form.tsx'
import { lastDescription } from '../failures.ts'
import { CurrentPasswordField } from '../form/current-password-field.tsx'
import { HiddenUsername } from '../form/hidden-username.tsx'
import { dialogMessages, messages } from '../messages.ts'
import { endAccount } from '../session.ts'
import { useCloseWithSession } from './use-close-with-session.ts'

interface DeleteAccountDialogProps {
  email: string
  close: CloseDialog<true>
}

interface Farewell {
  password: string
}

export function DeleteAccountDialog({ email, close }: DeleteAccountDialogProps) {
  const form = useForm<Farewell>({ ...formManners, defaultValues: { password: '' } })
  useCloseWithSession(close)
  const texts = dialogMessages.deleteAccount

  async function remove({ password }: Farewell) {
    try {
      await endAccount(password, () => close(true))
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
      danger
      close={close}
      onSubmit={remove}
    >
      <HiddenUsername email={email} />
      <CurrentPasswordField control={form.control} name="password" label={messages.password} />
    </FormDialog>
  )
}
