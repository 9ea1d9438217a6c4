import { Rss } from 'lucide-react'
import { useForm, useFormState } from 'react-hook-form'
import { Button } from '../../../ui/button/button.tsx'
import { type CloseDialog, openDialog } from '../../../ui/dialog/dialogs.ts'
import { FormDialog } from '../../../ui/field/form-dialog.tsx'
import { formManners } from '../../../ui/field/form.tsx'
import { useCloseWithSession } from '../../auth/index.ts'
import { addressFailure, AddressField, type AddressValues } from '../../library/index.ts'
import { AddedDialog } from './added-dialog.tsx'
import { KeepField, keepPolicy, type KeepValues } from './keep-field.tsx'
import { sourceMessages as messages } from './messages.ts'
import { type AddedSource, addedSource } from './source-calls.ts'

export function AddByFeedButton() {
  return (
    <Button onClick={() => void addByFeed()}>
      <Rss size={18} aria-hidden="true" />
      {messages.add}
    </Button>
  )
}

/** Makes a podcast of a feed and shows what has come of it; another one until the editor has enough. */
async function addByFeed(): Promise<void> {
  let goesOn = true
  while (goesOn) {
    const made: AddedSource[] = []
    await openDialog<true>((close) => <AddDialog close={close} onAdded={(added) => made.push(added)} />)
    const [added] = made
    goesOn =
      added !== undefined &&
      (await openDialog<true>((close) => <AddedDialog added={added} close={close} />)) === true
  }
}

interface AddDialogProps {
  close: CloseDialog<true>
  onAdded: (added: AddedSource) => void
}

function AddDialog({ close, onAdded }: AddDialogProps) {
  const form = useForm<AddressValues & KeepValues>({
    ...formManners,
    defaultValues: { url: '', keep: 'none' },
  })
  const { isSubmitting } = useFormState({ control: form.control })
  useCloseWithSession(close)

  async function add({ url, keep }: AddressValues & KeepValues) {
    try {
      onAdded(await addedSource({ url: url.trim(), ...keepPolicy(keep) }))
      return undefined
    } catch (error) {
      return addressFailure(error, messages.addFailed)
    }
  }

  return (
    <FormDialog
      title={messages.addTitle}
      text={messages.addText}
      form={form}
      submitLabel={isSubmitting ? messages.reading : messages.submitAdd}
      close={close}
      onSubmit={add}
    >
      <AddressField control={form.control} />
      <KeepField input={form.register('keep')} />
    </FormDialog>
  )
}
