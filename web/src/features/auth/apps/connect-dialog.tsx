import { addDevice, maxDeviceNameLength, type NewDevice } from '@earmark/contract/devices.ts'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import type { CloseDialog } from '../../../ui/dialog/dialogs.ts'
import { FormDialog } from '../../../ui/field/form-dialog.tsx'
import { FormTextField } from '../../../ui/field/form-fields.tsx'
import { formManners } from '../../../ui/field/form.tsx'
import { required } from '../checks.ts'
import { lastDescription, useCloseWithSession } from '../form/response.ts'
import { appMessages as messages } from './messages.ts'

const checkName = required(messages.nameRequired)

/** Asks what the app is to be called. */
export function ConnectDialog({ close }: { close: CloseDialog<NewDevice> }) {
  const form = useForm({ ...formManners, defaultValues: { name: '' } })
  const made = useRef<NewDevice>(undefined)
  useCloseWithSession(close)

  async function connect({ name }: { name: string }) {
    try {
      made.current = await call(addDevice, { body: { name: name.trim() } })
    } catch (error) {
      return { title: messages.connectFailed, description: lastDescription(error) }
    }
  }

  return (
    <FormDialog
      title={messages.connect}
      text={messages.connectText}
      form={form}
      submitLabel={messages.submit}
      close={() => close(made.current)}
      onSubmit={connect}
    >
      <FormTextField
        control={form.control}
        name="name"
        label={messages.name}
        hint={messages.nameHint}
        autoComplete="off"
        maxLength={maxDeviceNameLength}
        required
        check={checkName}
      />
    </FormDialog>
  )
}
