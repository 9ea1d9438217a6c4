import { maxShortTextLength } from '@earmark/contract/limits.ts'
import { register } from '@earmark/contract/auth.ts'
import { Link } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { call, hasCode } from '../../lib/api.ts'
import { firstData } from '../../lib/request.ts'
import { FormPasswordField, FormTextField } from '../../ui/field/form-fields.tsx'
import { Form, formManners, SubmitButton } from '../../ui/field/form.tsx'
import { checkName, checkNewPassword, checkRepeat } from './checks.ts'
import { EmailField } from './form/account-fields.tsx'
import { AccountPage } from './form/account-page.tsx'
import { lastDescription, useHere } from './form/response.ts'
import { fieldMessages, messages } from './messages.ts'

interface Registration {
  email: string
  password: string
  repeatPassword: string
  name: string
}

const defaultValues: Registration = { email: '', password: '', repeatPassword: '', name: '' }
const repeatTexts = { required: fieldMessages.repeatRequired, differ: fieldMessages.passwordsDiffer }
const checkPassword = checkNewPassword(fieldMessages.passwordRequired)

interface RegisterPageProps {
  /** The token of an invitation's link. */
  invitation?: string | undefined
}

export function RegisterPage({ invitation }: RegisterPageProps) {
  const { registration } = firstData
  const isClosed = registration === 'closed' || (registration === 'invitation' && !invitation)
  if (!isClosed) return <RegisterForm invitation={invitation} />
  const { title, text } = messages.register[registration === 'closed' ? 'closed' : 'byInvitation']
  return (
    <AccountPage title={title} windowTitle={messages.register.windowTitle} foot={toSignIn}>
      <p>{text}</p>
    </AccountPage>
  )
}

const toSignIn = (
  <>
    {messages.register.haveOne} <Link to="/auth/login">{messages.login.submit}</Link>
  </>
)

function RegisterForm({ invitation }: RegisterPageProps) {
  const form = useForm<Registration>({ ...formManners, defaultValues })
  const { control } = form
  const here = useHere()

  async function submit({ email, password, name }: Registration) {
    try {
      await call(register, { body: { email, password, name: name.trim(), invitation } })
    } catch (error) {
      const { failed, invitationEnded } = messages.register
      const title = hasCode<typeof register>(error, 'InvitationRequired') ? invitationEnded : failed.title
      await here.log({ title, text: lastDescription(error) ?? failed.text })
      return form.setFocus('email')
    }
    await here.log(messages.register.done)
    await here.goOn({ to: '/auth/login', replace: true })
  }

  return (
    <AccountPage
      title={messages.register.title}
      windowTitle={messages.register.windowTitle}
      intro={messages.register.intro}
      foot={toSignIn}
    >
      <Form form={form} onSubmit={submit}>
        <EmailField
          control={control}
          name="email"
          label={messages.email}
          hint={messages.register.emailHint}
          autoComplete="username"
        />
        <FormPasswordField
          control={control}
          name="password"
          label={messages.password}
          autoComplete="new-password"
          required
          withRules
          check={checkPassword}
          affects={['repeatPassword']}
        />
        <FormPasswordField
          control={control}
          name="repeatPassword"
          label={messages.repeatPassword}
          autoComplete="new-password"
          required
          check={(repeat, { password }) => checkRepeat(repeat, password, repeatTexts)}
        />
        <FormTextField
          control={control}
          name="name"
          label={messages.name}
          autoComplete="name"
          maxLength={maxShortTextLength}
          required
          check={checkName}
        />
        <SubmitButton control={control}>{messages.register.submit}</SubmitButton>
      </Form>
    </AccountPage>
  )
}
