import { confirmChangeEmail, confirmEmail } from '@earmark/contract/auth.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../lib/api.ts'
import type { DialogQuestion } from '../../ui/dialog/dialogs.ts'
import { Form, SubmitButton } from '../../ui/field/form.tsx'
import { AccountPage } from './form/account-page.tsx'
import { lastDescription, useHere } from './form/response.ts'
import { messages } from './messages.ts'
import { forgetSession } from './session.ts'

interface ConfirmPageProps {
  title: string
  windowTitle: string
  /** The change to confirm. */
  children: ReactNode
  done: DialogQuestion
  failed: DialogQuestion
  /** Missing when the address lacks parameters. */
  confirm: (() => Promise<void>) | undefined
}

/** The page that a link of a mail leads to. It asks for a click, because mail scanners open every link. */
function ConfirmPage({ title, windowTitle, children, done, failed, confirm }: ConfirmPageProps) {
  const form = useForm()
  const here = useHere()
  const toSignIn = <Link to="/auth/login">{messages.toSignIn}</Link>

  if (confirm === undefined)
    return (
      <AccountPage title={title} windowTitle={windowTitle} foot={toSignIn}>
        <p>{messages.confirm.notValid}</p>
      </AccountPage>
    )

  async function submit() {
    try {
      await confirm?.()
    } catch (error) {
      return here.log({ title: failed.title, text: lastDescription(error) ?? failed.text })
    }
    await here.log(done)
    await here.goOn({ to: '/auth/login', replace: true })
  }

  return (
    <AccountPage title={title} windowTitle={windowTitle} foot={toSignIn}>
      {children}
      <Form form={form} onSubmit={submit}>
        <SubmitButton control={form.control}>{messages.confirm.submit}</SubmitButton>
      </Form>
    </AccountPage>
  )
}

interface ConfirmEmailPageProps {
  userId?: string | undefined
  token?: string | undefined
}

export function ConfirmEmailPage({ userId, token }: ConfirmEmailPageProps) {
  const { text, ...texts } = messages.confirmEmail
  const confirm = userId && token ? () => call(confirmEmail, { body: { userId, token } }) : undefined
  return (
    <ConfirmPage {...texts} confirm={confirm}>
      <p>{text}</p>
    </ConfirmPage>
  )
}

interface ConfirmChangeEmailPageProps {
  userId?: string | undefined
  newEmail?: string | undefined
  token?: string | undefined
}

export function ConfirmChangeEmailPage({ userId, newEmail, token }: ConfirmChangeEmailPageProps) {
  const { text, ...texts } = messages.confirmChangeEmail
  const given = userId && newEmail && token ? { userId, newEmail, token } : undefined

  async function confirm(body: NonNullable<typeof given>) {
    await call(confirmChangeEmail, { body })
    // The server has ended every session of the account.
    forgetSession()
  }

  return (
    <ConfirmPage {...texts} confirm={given && (() => confirm(given))}>
      <p>
        {text} <strong>{newEmail}</strong>
      </p>
    </ConfirmPage>
  )
}
