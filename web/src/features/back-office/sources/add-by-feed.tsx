import { Rss } from 'lucide-react'
import { Button } from '../../../ui/button/button.tsx'
import { type CloseDialog, openDialog } from '../../../ui/dialog/dialogs.ts'
import { AddFeedDialog, type AddressValues } from '../../library/index.ts'
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
  return (
    <AddFeedDialog<AddressValues & KeepValues>
      text={messages.addText}
      defaultValues={{ url: '', keep: 'none' }}
      close={close}
      onAdd={async ({ url, keep }) => onAdded(await addedSource({ url, ...keepPolicy(keep) }))}
    >
      {(form) => <KeepField input={form.register('keep')} />}
    </AddFeedDialog>
  )
}
