import { resendConfirmEmail } from '@earmark/contract/auth.ts'
import { useForm } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import type { CloseDialog } from '../../../ui/dialog/dialogs.ts'
import { FormDialog } from '../../../ui/field/form-dialog.tsx'
import { showToast } from '../../../ui/toast/toasts.ts'
import { lastDescription } from '../form/response.ts'
import { messages } from '../messages.ts'

interface ResendDialogProps {
  email: string
  close: CloseDialog<true>
}

export function ResendDialog({ email, close }: ResendDialogProps) {
  const form = useForm()

  async function resend() {
    try {
      await call(resendConfirmEmail, { body: { email } })
    } catch (error) {
      return { title: lastDescription(error) ?? messages.resend.failed }
    }
    showToast({ type: 'success', message: messages.resend.done })
  }

  return (
    <FormDialog
      title={messages.resend.title}
      text={messages.resend.text}
      form={form}
      submitLabel={messages.resend.submit}
      close={close}
      onSubmit={resend}
    />
  )
}
