import { login } from '@earmark/contract/auth.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { call, hasCode } from '../../../lib/api.ts'
import { firstData } from '../../../lib/request.ts'
import { openDialog } from '../../../ui/dialog/dialogs.ts'
import { emailInput } from '../../../ui/field/text-field.tsx'
import { type Failure, FormFailure } from '../../../ui/field/form-failure.tsx'
import { FormTextField } from '../../../ui/field/form-fields.tsx'
import { Form, formManners, SubmitButton } from '../../../ui/field/form.tsx'
import { showToast } from '../../../ui/toast/toasts.ts'
import { required } from '../checks.ts'
import { ResendDialog } from '../dialogs/resend-dialog.tsx'
import { CurrentPasswordField } from '../form/account-fields.tsx'
import { AccountPage } from '../form/account-page.tsx'
import { lastDescription, useHere } from '../form/response.ts'
import { fieldMessages, messages } from '../messages.ts'
import { signIn } from '../session.ts'
import styles from './login-page.module.css'

interface Login {
  email: string
  password: string
}

const checkEmail = required(fieldMessages.emailRequired)

/** `returnTo` is the address to open after signing in. */
export function LoginPage({ returnTo = '/' }: { returnTo?: string | undefined }) {
  const form = useForm<Login>({ ...formManners, defaultValues: { email: '', password: '' } })
  const [failure, setFailure] = useState<Failure>()
  const here = useHere()
  const isClosed = firstData.registration === 'closed'

  async function submit({ email, password }: Login) {
    setFailure(undefined)
    try {
      signIn(await call(login, { body: { userName: email, password } }))
    } catch (error) {
      return refused(error, email)
    }
    await here.goOn({ href: returnTo, replace: true })
  }

  async function refused(error: unknown, email: string) {
    if (hasCode<typeof login>(error, 'EmailNotConfirmed') && here.isHere())
      await openDialog<true>((close) => <ResendDialog email={email} close={close} />)
    else showFailure({ title: messages.login.failed, description: lastDescription(error) })
    form.setFocus('password')
  }

  // The toast disappears; the form shows the failure until the next attempt.
  function showFailure(failed: Failure) {
    showToast({ type: 'error', message: failed.title, description: failed.description })
    setFailure(failed)
  }

  return (
    <AccountPage
      title={isClosed ? messages.login.submit : messages.login.title}
      intro={firstData.access === 'members' ? messages.login.forMembers : undefined}
      foot={
        !isClosed && (
          <>
            {messages.login.newHere} <Link to="/auth/register">{messages.login.register}</Link>
          </>
        )
      }
    >
      <Form form={form} onSubmit={submit}>
        <FormTextField
          {...emailInput}
          control={form.control}
          name="email"
          label={messages.email}
          autoComplete="username"
          required
          check={checkEmail}
          data-page-focus=""
        />
        <div className={styles.password}>
          <CurrentPasswordField control={form.control} name="password" label={messages.password} />
          <ForgotLink control={form.control} />
        </div>
        <div className={styles.submit}>
          <FormFailure failure={failure} />
          <SubmitButton control={form.control}>{messages.login.submit}</SubmitButton>
        </div>
      </Form>
    </AccountPage>
  )
}

/** Takes the typed email along. */
function ForgotLink({ control }: { control: Control<Login> }) {
  const email = useWatch({ control, name: 'email' })
  return (
    <Link to="/auth/forgot-password" search={{ email: email || undefined }} className={styles.forgot}>
      {messages.login.forgot}
    </Link>
  )
}
