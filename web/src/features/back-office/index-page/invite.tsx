import { createInvitation, type Invitation } from '@earmark/contract/invitations.ts'
import { type Role, roles } from '@earmark/contract/roles.ts'
import { Copy, MailPlus } from 'lucide-react'
import { useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { ApiError, call } from '../../../lib/api.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import { type CloseDialog, openDialog } from '../../../ui/dialog/dialogs.ts'
import { FormDialog } from '../../../ui/field/form-dialog.tsx'
import { FormTextField } from '../../../ui/field/form-fields.tsx'
import { formManners } from '../../../ui/field/form.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { emailInput, TextField } from '../../../ui/field/text-field.tsx'
import { showToast } from '../../../ui/toast/toasts.ts'
import { checkEmail, useCloseWithSession } from '../../auth/index.ts'
import { inviteMessages as messages, userMessages } from '../messages.ts'

export function InviteButton() {
  return (
    <Button onClick={() => void invite()}>
      <MailPlus size={18} aria-hidden="true" />
      {messages.invite}
    </Button>
  )
}

/** Mails an invitation, or shows its link. */
async function invite(): Promise<void> {
  const made: Invitation[] = []
  await openDialog<true>((close) => (
    <InviteDialog close={close} onMade={(invitation) => made.push(invitation)} />
  ))
  const [invitation] = made
  if (invitation) await openDialog((close) => <LinkDialog {...invitation} close={close} />)
}

interface InviteDialogProps {
  close: CloseDialog<true>
  /** Told of an invitation that was not mailed. */
  onMade: (invitation: Invitation) => void
}

const defaultValues: { email: string; role: Role } = { email: '', role: 'User' }

function InviteDialog({ close, onMade }: InviteDialogProps) {
  const form = useForm({ ...formManners, defaultValues })
  const { control } = form
  const role = useController({ control, name: 'role' }).field
  useCloseWithSession(close)

  async function send(values: typeof defaultValues) {
    const email = values.email.trim()
    try {
      const invitation = await call(createInvitation, { body: { email: email || null, role: values.role } })
      if (invitation) onMade(invitation)
      else showToast({ type: 'success', message: messages.sent(email) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { title: messages.failed, description: error.items.at(-1)?.description }
    }
  }

  return (
    <FormDialog
      title={messages.title}
      text={messages.text}
      form={form}
      submitLabel={messages.invite}
      close={close}
      onSubmit={send}
    >
      <FormTextField
        {...emailInput}
        control={control}
        name="email"
        label={messages.email}
        hint={messages.emailHint}
        // Browsers would offer the administrator's own address.
        autoComplete="off"
        check={(email) => (email.trim() === '' ? undefined : checkEmail(email.trim()))}
      />
      <SelectField
        {...role}
        label={messages.role}
        hint={userMessages.roleHints[role.value]}
        options={roles}
      />
    </FormDialog>
  )
}

interface LinkDialogProps extends Invitation {
  close: () => void
}

function LinkDialog({ link, expiresAt, close }: LinkDialogProps) {
  const texts = messages.made
  const until = new Date(expiresAt).toLocaleDateString(undefined, { dateStyle: 'long' })
  // A toast would be behind the dialog.
  const [copying, setCopying] = useState<'copy' | 'copied' | 'copyingFailed'>('copy')
  useCloseWithSession(close)

  async function copy() {
    setCopying(
      await navigator.clipboard.writeText(link).then(
        () => 'copied',
        () => 'copyingFailed',
      ),
    )
  }

  return (
    <Dialog title={texts.title} text={texts.text} onDismiss={close}>
      <TextField
        label={texts.link}
        hint={texts.until(until)}
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <DialogActions>
        <Button onClick={close}>{texts.close}</Button>
        {/* Browsers have it on https and localhost only. */}
        {'clipboard' in navigator && (
          <Button kind="filled" onClick={() => void copy()}>
            <Copy size={18} aria-hidden="true" />
            <span aria-live="polite">{texts[copying]}</span>
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
