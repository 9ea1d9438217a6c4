import type { Control } from 'react-hook-form'
import { FormPasswordField } from '../../../ui/field/form-fields.tsx'
import { checkNewPassword, checkRepeat } from '../checks.ts'
import { fieldMessages, messages } from '../messages.ts'

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
