import type { Source } from '@earmark/contract/sources.ts'
import { useForm } from 'react-hook-form'
import { ApiError } from '../../../lib/api.ts'
import { type CloseDialog, openDialog } from '../../../ui/dialog/dialogs.ts'
import { FormDialog } from '../../../ui/field/form-dialog.tsx'
import { formManners } from '../../../ui/field/form.tsx'
import { useCloseWithSession } from '../../auth/index.ts'
import { KeepField, keepChoice, keepPolicy, type KeepValues } from './keep-field.tsx'
import { sourceMessages as messages } from './messages.ts'
import { changeSource } from './source-calls.ts'

/** Changes which recordings of a source are kept here. */
export async function askWhatIsKept(source: Source): Promise<void> {
  await openDialog<true>((close) => <KeepDialog source={source} close={close} />)
}

function KeepDialog({ source, close }: { source: Source; close: CloseDialog<true> }) {
  const present = keepChoice(source)
  const form = useForm<KeepValues>({ ...formManners, defaultValues: { keep: present } })
  useCloseWithSession(close)

  async function save({ keep }: KeepValues) {
    try {
      await changeSource(source, keepPolicy(keep))
      return undefined
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { title: messages.changeFailed, description: error.items.at(-1)?.description }
    }
  }

  return (
    <FormDialog
      title={messages.keepTitle}
      text={messages.keepText(source.podcastName)}
      form={form}
      submitLabel={messages.save}
      close={close}
      onSubmit={save}
    >
      <KeepField input={form.register('keep')} present={present} />
    </FormDialog>
  )
}
