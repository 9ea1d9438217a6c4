/** The fields that several of the account's forms have. */
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { emailInput } from '../../../ui/field/text-field.tsx'
import { FormPasswordField, FormTextField } from '../../../ui/field/form-fields.tsx'
import { checkEmail, checkNewPassword, checkRepeat, required } from '../checks.ts'
import { fieldMessages, messages } from '../messages.ts'

/** Tells password managers whose password a form is about; hidden from people. */
export function HiddenUsername({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}

interface FieldProps<Values extends FieldValues> {
  control: Control<Values>
  name: FieldPath<Values>
  label: string
}

interface EmailFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  hint?: string
  /** `username` for the address that one signs in with. */
  autoComplete: 'username' | 'email'
}

/** A required, valid address. */
export function EmailField<Values extends FieldValues>(props: EmailFieldProps<Values>) {
  return (
    <FormTextField {...emailInput} {...props} required check={checkEmail} praise={fieldMessages.emailOk} />
  )
}

const checkCurrent = required(fieldMessages.passwordRequired)

/** The account's present password; the server knows whether it is right. */
export function CurrentPasswordField<Values extends FieldValues>(props: FieldProps<Values>) {
  return <FormPasswordField {...props} autoComplete="current-password" required check={checkCurrent} />
}

export interface NewPassword {
  newPassword: string
  repeatNewPassword: string
}

const repeatTexts = { required: fieldMessages.repeatNewRequired, differ: fieldMessages.newPasswordsDiffer }
const checkNew = checkNewPassword(fieldMessages.newPasswordRequired)

/** A new password in place of another, twice. */
export function NewPasswordFields<Values extends NewPassword>({ control }: { control: Control<Values> }) {
  const fields = control as unknown as Control<NewPassword>
  return (
    <>
      <FormPasswordField
        control={fields}
        name="newPassword"
        label={messages.newPassword}
        autoComplete="new-password"
        required
        withRules
        check={checkNew}
        affects={['repeatNewPassword']}
        praise={fieldMessages.newPasswordOk}
      />
      <FormPasswordField
        control={fields}
        name="repeatNewPassword"
        label={messages.repeatNewPassword}
        autoComplete="new-password"
        required
        check={(repeat, { newPassword }) => checkRepeat(repeat, newPassword, repeatTexts)}
        praise={fieldMessages.newRepeatOk}
        invite={(_, { newPassword }) =>
          checkNew(newPassword) === undefined ? fieldMessages.nowRepeat : undefined
        }
      />
    </>
  )
}
