import { changeEmail, changePassword } from '@earmark/contract/auth.ts'
import type { ReactNode } from 'react'
import { type Control, useForm } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import type { CloseDialog } from '../../../ui/dialog/dialogs.ts'
import { FormDialog } from '../../../ui/field/form-dialog.tsx'
import { formManners } from '../../../ui/field/form.tsx'
import {
  CurrentPasswordField,
  EmailField,
  HiddenUsername,
  type NewPassword,
  NewPasswordFields,
} from '../form/account-fields.tsx'
import { lastDescription, useCloseWithSession } from '../form/response.ts'
import { dialogMessages, messages } from '../messages.ts'
import { endAccount } from '../session.ts'

interface AccountDialogProps {
  /** The account's present address. */
  email: string
  close: CloseDialog<true>
}

/** Fields that a dialog does not show keep their default. */
interface AccountValues extends NewPassword {
  password: string
  newEmail: string
}

const defaultValues: AccountValues = { password: '', newEmail: '', newPassword: '', repeatNewPassword: '' }

interface PasswordDialogProps extends AccountDialogProps {
  texts: { title: string; text: string; submit: string; failed: string }
  passwordLabel?: string
  danger?: boolean
  work: (values: AccountValues) => Promise<unknown>
  renderFields?: (control: Control<AccountValues>) => ReactNode
}

/** A change of the account that its password confirms. */
function PasswordDialog({
  email,
  close,
  texts,
  passwordLabel,
  danger,
  work,
  renderFields,
}: PasswordDialogProps) {
  const form = useForm<AccountValues>({ ...formManners, defaultValues })
  useCloseWithSession(close)

  async function submit(values: AccountValues) {
    try {
      await work(values)
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
      danger={danger ?? false}
      close={close}
      onSubmit={submit}
    >
      <HiddenUsername email={email} />
      <CurrentPasswordField
        control={form.control}
        name="password"
        label={passwordLabel ?? messages.password}
      />
      {renderFields?.(form.control)}
    </FormDialog>
  )
}

export function ChangeEmailDialog(props: AccountDialogProps) {
  return (
    <PasswordDialog
      {...props}
      texts={dialogMessages.changeEmail}
      work={({ password, newEmail }) => call(changeEmail, { body: { password, newEmail } })}
      renderFields={(control) => (
        <EmailField control={control} name="newEmail" label={messages.newEmail} autoComplete="email" />
      )}
    />
  )
}

export function ChangePasswordDialog(props: AccountDialogProps) {
  return (
    <PasswordDialog
      {...props}
      texts={dialogMessages.changePassword}
      passwordLabel={messages.currentPassword}
      work={({ password, newPassword }) =>
        call(changePassword, { body: { currentPassword: password, newPassword } })
      }
      renderFields={(control) => <NewPasswordFields control={control} />}
    />
  )
}

export function DeleteAccountDialog(props: AccountDialogProps) {
  return (
    <PasswordDialog
      {...props}
      texts={dialogMessages.deleteAccount}
      danger
      work={({ password }) => endAccount(password, () => props.close(true))}
    />
  )
}
