import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import type { DialogQuestion } from '../../../ui/dialog/dialogs.ts'
import { Form, SubmitButton } from '../../../ui/field/form.tsx'
import { lastDescription } from '../failures.ts'
import { AccountPage } from '../form/account-page.tsx'
import { useHere } from '../form/use-here.ts'
import { messages } from '../messages.ts'

interface ConfirmPageProps {
  title: string
  windowTitle: string
  /** What is going to be confirmed. */
  children: ReactNode
  done: DialogQuestion
  failed: DialogQuestion
  /** Missing when the address does not say what to confirm. */
  confirm: (() => Promise<void>) | undefined
}

/** Where the links of our mails lead. A click of its own: mail scanners open every link, and must use none up. */
export function ConfirmPage({ title, windowTitle, children, done, failed, confirm }: ConfirmPageProps) {
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
