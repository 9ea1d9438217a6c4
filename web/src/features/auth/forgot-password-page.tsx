import { forgotPassword, resetPassword } from '@earmark/contract/auth.ts'
import { Link } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { call } from '../../lib/api.ts'
import { Form, formManners, SubmitButton } from '../../ui/field/form.tsx'
import { EmailField, HiddenUsername, type NewPassword, NewPasswordFields } from './form/account-fields.tsx'
import { AccountPage } from './form/account-page.tsx'
import { assertRefused, useHere } from './form/response.ts'
import { messages } from './messages.ts'
import { forgetSession } from './session.ts'

interface ForgotPasswordPageProps {
  email?: string | undefined
  /** From the mail, together with the email. */
  token?: string | undefined
}

export function ForgotPasswordPage({ email = '', token = '' }: ForgotPasswordPageProps) {
  return email && token ? <ResetForm email={email} token={token} /> : <RequestForm email={email} />
}

interface Request {
  email: string
}

/** Asks for a mail with a link to choose a new password. */
function RequestForm({ email }: Request) {
  const form = useForm<Request>({ ...formManners, defaultValues: { email } })
  const here = useHere()
  const texts = messages.forgotPassword

  async function submit(request: Request) {
    try {
      await call(forgotPassword, { body: request })
    } catch (error) {
      assertRefused(error)
      await here.log(texts.failed)
      return form.setFocus('email')
    }
    await here.log(texts.done(request.email))
    await here.goOn({ to: '/auth/login', replace: true })
  }

  return (
    <AccountPage
      title={texts.title}
      windowTitle={texts.windowTitle}
      intro={texts.intro}
      foot={<Link to="/auth/login">{messages.toSignIn}</Link>}
    >
      <Form form={form} onSubmit={submit}>
        <EmailField control={form.control} name="email" label={messages.email} autoComplete="username" />
        <SubmitButton control={form.control}>{texts.submit}</SubmitButton>
      </Form>
    </AccountPage>
  )
}

interface ResetFormProps {
  email: string
  token: string
}

/** Sets a new password by the token of the mail. */
function ResetForm({ email, token }: ResetFormProps) {
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
