import { resetPassword } from '@earmark/contract/auth.ts'
import { Link } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import { Form, formManners, SubmitButton } from '../../../ui/field/form.tsx'
import { assertRefused } from '../failures.ts'
import { AccountPage } from '../form/account-page.tsx'
import { HiddenUsername } from '../form/hidden-username.tsx'
import { type NewPassword, NewPasswordFields } from '../form/new-password-fields.tsx'
import { useHere } from '../form/use-here.ts'
import { messages } from '../messages.ts'
import { forgetSession } from '../session.ts'

interface ResetFormProps {
  email: string
  token: string
}

/** Where the link of the mail leads: a new password without the old one. */
export function ResetForm({ email, token }: ResetFormProps) {
  const form = useForm<NewPassword>({
    ...formManners,
    defaultValues: { newPassword: '', repeatNewPassword: '' },
  })
  const here = useHere()
  const texts = messages.resetPassword

  async function submit({ newPassword }: NewPassword) {
    try {
      await call(resetPassword, { body: { email, token, newPassword } })
    } catch (error) {
      assertRefused(error)
      await here.log(texts.failed)
      return form.setFocus('newPassword')
    }
    // The server has ended every session of the account.
    forgetSession()
    await here.log(texts.done)
    await here.goOn({ to: '/auth/login', replace: true })
  }

  return (
    <AccountPage
      title={texts.title}
      windowTitle={messages.forgotPassword.windowTitle}
      intro={texts.intro(email)}
      foot={<Link to="/auth/login">{messages.toSignIn}</Link>}
    >
      <Form form={form} onSubmit={submit}>
        <HiddenUsername email={email} />
        <NewPasswordFields control={form.control} />
        <SubmitButton control={form.control}>{texts.submit}</SubmitButton>
      </Form>
    </AccountPage>
  )
}
