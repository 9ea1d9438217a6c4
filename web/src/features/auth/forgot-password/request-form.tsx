import { forgotPassword } from '@earmark/contract/auth.ts'
import { Link } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import { Form, formManners, SubmitButton } from '../../../ui/field/form.tsx'
import { AccountPage } from '../form/account-page.tsx'
import { EmailField } from '../form/email-field.tsx'
import { assertRefused } from '../failures.ts'
import { useHere } from '../form/use-here.ts'
import { messages } from '../messages.ts'

interface Request {
  email: string
}

/** Asks for the link by which a password is chosen without the old one. */
export function RequestForm({ email }: Request) {
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
