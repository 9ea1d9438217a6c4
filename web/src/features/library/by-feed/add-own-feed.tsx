import { addSource } from '@earmark/contract/sources.ts'
import { useForm, useFormState } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import { type CloseDialog, openDialog } from '../../../ui/dialog/dialogs.ts'
import { FormDialog } from '../../../ui/field/form-dialog.tsx'
import { formManners } from '../../../ui/field/form.tsx'
import { showToast } from '../../../ui/toast/toasts.ts'
import { useCloseWithSession } from '../../auth/index.ts'
import { reloadLibrary } from '../library-query.ts'
import { addressFailure, AddressField, type AddressValues } from './address-field.tsx'
import { byFeedMessages as messages } from './messages.ts'

/** @returns the podcast that a feed has become, or was already; null where none was added */
export async function addOwnFeed(): Promise<number | null> {
  const ids: number[] = []
  await openDialog<true>((close) => <AddDialog close={close} onAdded={(id) => ids.push(id)} />)
  return ids[0] ?? null
}

interface AddDialogProps {
  close: CloseDialog<true>
  onAdded: (podcastId: number) => void
}

function AddDialog({ close, onAdded }: AddDialogProps) {
  const form = useForm<AddressValues>({ ...formManners, defaultValues: { url: '' } })
  const { isSubmitting } = useFormState({ control: form.control })
  useCloseWithSession(close)

  async function add({ url }: AddressValues) {
    try {
      const { podcastId, podcastName } = await call(addSource, { body: { url: url.trim() } })
      reloadLibrary()
      showToast({ message: messages.followed(podcastName) })
      onAdded(podcastId)
      return undefined
    } catch (error) {
      return addressFailure(error, messages.addFailed)
    }
  }

  return (
    <FormDialog
      title={messages.addTitle}
      text={messages.addOwnText}
      form={form}
      submitLabel={isSubmitting ? messages.reading : messages.submitAdd}
      close={close}
      onSubmit={add}
    >
      <AddressField control={form.control} />
    </FormDialog>
  )
}
