import { maxGenreLength } from '@earmark/contract/record-forms.ts'
import { useForm } from 'react-hook-form'
import { type CloseDialog, openDialog } from '../../../ui/dialog/dialogs.ts'
import { FormDialog } from '../../../ui/field/form-dialog.tsx'
import { FormTextField } from '../../../ui/field/form-fields.tsx'
import { formManners } from '../../../ui/field/form.tsx'
import { genreMessages as messages } from './messages.ts'

/** @returns the new name; undefined when the dialog was left */
export async function askForName(name: string, count: number): Promise<string | undefined> {
  let newName: string | undefined
  await openDialog<true>((close) => (
    <RenameDialog name={name} count={count} close={close} onName={(given) => (newName = given)} />
  ))
  return newName
}

interface RenameDialogProps {
  name: string
  count: number
  close: CloseDialog<true>
  onName: (name: string) => void
}

function RenameDialog({ name, count, close, onName }: RenameDialogProps) {
  const form = useForm({ ...formManners, defaultValues: { name } })

  async function submit(values: { name: string }) {
    onName(values.name.trim())
    return await Promise.resolve(undefined)
  }

  return (
    <FormDialog
      title={messages.renameTitle}
      text={messages.renameText(name, count)}
      form={form}
      submitLabel={messages.save}
      close={close}
      onSubmit={submit}
    >
      <FormTextField
        control={form.control}
        name="name"
        label={messages.newName}
        check={(value) => (value.trim() === '' ? messages.nameRequired : undefined)}
        maxLength={maxGenreLength}
        autoComplete="off"
        required
      />
    </FormDialog>
  )
}
