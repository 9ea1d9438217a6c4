import type { Source } from '@earmark/contract/sources.ts'
import { useForm } from 'react-hook-form'
import { type CloseDialog, openDialog } from '../../../ui/dialog/dialogs.ts'
import { FormDialog } from '../../../ui/field/form-dialog.tsx'
import { formManners } from '../../../ui/field/form.tsx'
import { useCloseWithSession } from '../../auth/index.ts'
import { addressFailure, AddressField, type AddressValues } from '../../library/index.ts'
import { sourceMessages as messages } from './messages.ts'
import { changeSource } from './source-calls.ts'

/** Changes the address that a source is read from. */
export async function askForAddress(source: Source): Promise<void> {
  await openDialog<true>((close) => <AddressDialog source={source} close={close} />)
}

function AddressDialog({ source, close }: { source: Source; close: CloseDialog<true> }) {
  const form = useForm<AddressValues>({ ...formManners, defaultValues: { url: source.url } })
  useCloseWithSession(close)

  async function save({ url }: AddressValues) {
    try {
      await changeSource(source, { url: url.trim() })
      return undefined
    } catch (error) {
      return addressFailure(error, messages.changeFailed)
    }
  }

  return (
    <FormDialog
      title={messages.addressTitle}
      text={messages.addressText(source.podcastName)}
      form={form}
      submitLabel={messages.save}
      close={close}
      onSubmit={save}
    >
      <AddressField control={form.control} />
    </FormDialog>
  )
}
