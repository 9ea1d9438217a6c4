import { maxShortTextLength } from '@earmark/contract/limits.ts'
import { roles } from '@earmark/contract/roles.ts'
import { createUser, deleteUser, getUser, updateUser, type User } from '@earmark/contract/users.ts'
import { notFound } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useController } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { CheckboxField } from '../../../ui/field/checkbox-field.tsx'
import { emailInput } from '../../../ui/field/text-field.tsx'
import { FormPasswordField, FormTextField } from '../../../ui/field/form-fields.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { MenuItem } from '../../../ui/menu/menu.tsx'
import { checkEmail, checkName, checkNewPassword } from '../../auth/index.ts'
import { type LoadCause, loadForEditing } from '../answers.ts'
import { startForgotPassword } from '../attempt.ts'
import { userMessages as messages } from '../messages.ts'
import { NewPersonPage, type PersonFieldsProps, type PersonKind, PersonPage } from './person-pages.tsx'
import { userBody, type UserValues, userValues } from './user-values.ts'

const checkPassword = checkNewPassword('')

function UserFields({ control, refusalOf, isNew, isSaving = false }: PersonFieldsProps<UserValues>) {
  const role = useController({ control, name: 'role' }).field
  const { value: isConfirmed, ...confirmed } = useController({ control, name: 'emailConfirmed' }).field
  return (
    <>
      <FormTextField
        {...emailInput}
        control={control}
        name="email"
        label={messages.email}
        // Browsers would offer the administrator's own address.
        autoComplete="off"
        required
        readOnly={isSaving}
        check={(email) => checkEmail(email.trim())}
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
        check={(password) => (password === '' ? undefined : checkPassword(password))}
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

const users: PersonKind<User, UserValues> = {
  kind: 'users',
  messages,
  Fields: UserFields,
  nameOf: ({ name, email }) => name || email,
  valuesOf: userValues,
  create: (values) => call(createUser, { body: userBody(values) }),
  update: (values, user) =>
    call(updateUser, { params: { id: user.id }, body: { id: user.id, ...userBody(values, user) } }),
  remove: ({ id }) => call(deleteUser, { params: { id } }),
  editLink: ({ id }) => ({ to: '/edit/users/$id', params: { id } }),
}

const userId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** @throws the router's not-found for what cannot be an id: other paths under /users belong to other calls */
export async function loadUser(id: string, cause: LoadCause): Promise<User> {
  // oxlint-disable-next-line typescript/only-throw-error -- how the router is told
  if (!userId.test(id)) throw notFound()
  return loadForEditing(apiQuery(getUser, { params: { id } }), messages.loadFailed, cause)
}

export function NewUserPage() {
  return <NewPersonPage kind={users} />
}

export function UserPage({ user }: { user: User }) {
  return (
    <PersonPage kind={users} person={user}>
      <MenuItem icon={KeyRound} onSelect={() => void startForgotPassword(user.email)}>
        {messages.forgotPassword}
      </MenuItem>
    </PersonPage>
  )
}
