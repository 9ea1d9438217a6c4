import { maxShortTextLength } from '@earmark/contract/fields.ts'
import { roles } from '@earmark/contract/roles.ts'
import { type Control, useController } from 'react-hook-form'
import { CheckboxField } from '../../../ui/field/checkbox-field.tsx'
import { emailInput } from '../../../ui/field/email-input.ts'
import { FormPasswordField, FormTextField } from '../../../ui/field/form-fields.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { type Refusal, refusalAt } from '../form/refusals.ts'
import { userMessages as messages } from '../messages.ts'
import { checkEmail, checkName, checkNewPassword, type UserValues } from './user-values.ts'

interface UserFieldsProps {
  control: Control<UserValues>
  refusals: readonly Refusal[]
  isNew: boolean
  /** Nothing is typed then that would not be saved. */
  isSaving: boolean
}

export function UserFields({ control, refusals, isNew, isSaving }: UserFieldsProps) {
  const refusalOf = (name: string) => (value: string) => refusalAt(refusals, name, value)
  const role = useController({ control, name: 'role' }).field
  const { value: isConfirmed, ...confirmed } = useController({ control, name: 'emailConfirmed' }).field
  return (
    <>
      <FormTextField
        {...emailInput}
        control={control}
        name="email"
        label={messages.email}
        // Not the administrator's own, which is what browsers would offer.
        autoComplete="off"
        required
        readOnly={isSaving}
        check={checkEmail}
        refusal={refusalOf('email')}
      />
      <FormTextField
        control={control}
        name="name"
        label={messages.name}
        autoComplete="off"
        maxLength={maxShortTextLength}
        required
        readOnly={isSaving}
        check={checkName}
        refusal={refusalOf('name')}
      />
      <FormPasswordField
        control={control}
        name="newPassword"
        label={messages.newPassword}
        hint={isNew ? messages.firstPasswordHint : messages.newPasswordHint}
        autoComplete="new-password"
        withRules
        readOnly={isSaving}
        check={checkNewPassword}
        refusal={refusalOf('newPassword')}
      />
      <SelectField
        {...role}
        label={messages.role}
        hint={messages.roleHints[role.value]}
        options={roles}
        disabled={isSaving}
      />
      <CheckboxField
        {...confirmed}
        checked={isConfirmed}
        disabled={isSaving}
        label={messages.emailConfirmed}
        hint={messages.emailConfirmedHint}
      />
    </>
  )
}
