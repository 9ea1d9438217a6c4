import { createUser, deleteUser, getUser, updateUser, type User } from '@earmark/contract/users.ts'
import { notFound, useRouter } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { MenuItem } from '../../../ui/menu/menu.tsx'
import { useHere } from '../../auth/index.ts'
import { forgetAnswers, loadForEditing } from '../answers.ts'
import { attempt } from '../attempt.ts'
import { RecordMenu } from '../form/record-menu.tsx'
import { useDeletion } from '../form/use-deletion.ts'
import { userMessages as messages } from '../messages.ts'
import { RecordPage } from '../records/record-page.tsx'
import { startForgotPassword } from './forgot-password.ts'
import { UserForm } from './user-form.tsx'
import { userBody, type UserValues } from './user-values.ts'

const userId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** @throws the router's not-found for what cannot be an id: other paths under /users are about something else */
export async function loadUser(id: string, loading: Parameters<typeof loadForEditing>[2]): Promise<User> {
  // oxlint-disable-next-line typescript/only-throw-error -- how the router is told
  if (!userId.test(id)) throw notFound()
  return loadForEditing(apiQuery(getUser, { params: { id } }), messages.loadFailed, loading)
}

export function NewUserPage() {
  const here = useHere()

  async function create(values: UserValues, onFailure: (error: unknown) => void) {
    const texts = { done: messages.created, failed: messages.createFailed, onFailure }
    const created = await attempt(() => call(createUser, { body: userBody(values) }), texts)
    if (!created) return undefined
    await forgetAnswers('users')
    const { id } = created.answer
    await here.goOn({ to: '/edit/users/$id', params: { id }, replace: true, ignoreBlocker: true })
    return created.answer
  }

  return (
    <RecordPage name={messages.newTitle}>
      <UserForm onSave={create} />
    </RecordPage>
  )
}

/** Shows what was loaded on the way here, and again after every save. */
export function UserPage({ user }: { user: User }) {
  const router = useRouter()
  const { id, name, email } = user
  const deletion = useDeletion({
    kind: 'users',
    name: name || email,
    messages,
    remove: () => call(deleteUser, { params: { id } }),
  })

  async function update(values: UserValues, onFailure: (error: unknown) => void) {
    const texts = { done: messages.updated, failed: messages.updateFailed, onFailure }
    const body = { id, ...userBody(values, user) }
    const updated = await attempt(() => call(updateUser, { params: { id }, body }), texts)
    if (!updated) return undefined
    await forgetAnswers('users')
    await router.invalidate()
    return updated.answer
  }

  return (
    <RecordPage
      name={name || email}
      menu={
        <RecordMenu deletion={deletion}>
          <MenuItem icon={KeyRound} onSelect={() => void startForgotPassword(email)}>
            {messages.forgotPassword}
          </MenuItem>
        </RecordMenu>
      }
    >
      <UserForm user={user} onSave={update} isDeleting={deletion.isRunning} />
    </RecordPage>
  )
}
