import { maxShortTextLength } from '@earmark/contract/limits.ts'
import type { BulkChanges } from '@earmark/contract/bulk-edits.ts'
import { type CreditRole, creditRoles } from '@earmark/contract/credits.ts'
import { listGenres } from '@earmark/contract/genres.ts'
import { maxGenreLength } from '@earmark/contract/record-forms.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Control, useController, useForm } from 'react-hook-form'
import { apiQuery } from '../../../lib/query-client.ts'
import { type CloseDialog, openDialog } from '../../../ui/dialog/dialogs.ts'
import { ChipsField } from '../../../ui/field/chips-field.tsx'
import { FormDialog } from '../../../ui/field/form-dialog.tsx'
import { FormTextField } from '../../../ui/field/form-fields.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { openCreatorSelector } from '../people/creator-selector.tsx'
import { fieldMessages } from '../records/field-messages.ts'
import { languageOptions } from '../records/own-fields.tsx'
import { bulkMessages as messages } from './messages.ts'

interface AskProps {
  title: string
  /** Of how many records. */
  text: string
}

interface DialogProps extends AskProps {
  answer: (changes: BulkChanges) => void
  close: CloseDialog<true>
}

/** @returns undefined when the dialog was left */
async function ask(
  Content: (props: DialogProps) => ReactNode,
  props: AskProps,
): Promise<BulkChanges | undefined> {
  let changes: BulkChanges | undefined
  const answer = (given: BulkChanges) => (changes = given)
  await openDialog<true>((close) => <Content {...props} answer={answer} close={close} />)
  return changes
}

export const askForGenres = (props: AskProps) => ask(GenresDialog, props)

export const askForLanguage = (props: AskProps) => ask(LanguageDialog, props)

/** By the selector of creators, then for the role. */
export async function askForCredit(role: CreditRole, text: string): Promise<BulkChanges | undefined> {
  const creator = await openCreatorSelector([])
  if (!creator) return undefined
  const { id, nickname: title } = creator
  return await ask((dialog) => <CreditDialog {...dialog} creatorId={id} role={role} />, { title, text })
}

interface GenreValues {
  add: string[]
  remove: string[]
}

function GenresDialog({ answer, ...dialog }: DialogProps) {
  const form = useForm<GenreValues>({ defaultValues: { add: [], remove: [] } })

  async function submit({ add, remove }: GenreValues) {
    if (add.length + remove.length === 0) return { title: messages.nothingChosen }
    answer({ ...(add[0] && { addGenres: add }), ...(remove[0] && { removeGenres: remove }) })
    return await Promise.resolve(undefined)
  }

  return (
    <FormDialog {...dialog} form={form} submitLabel={messages.apply} onSubmit={submit}>
      <Genres control={form.control} name="add" label={messages.add} />
      <Genres control={form.control} name="remove" label={messages.remove} />
    </FormDialog>
  )
}

interface GenresProps {
  control: Control<GenreValues>
  name: keyof GenreValues
  label: string
}

function Genres({ control, name, label }: GenresProps) {
  const { field } = useController({ control, name })
  const { data: known = [] } = useQuery(apiQuery(listGenres, {}))
  return (
    <ChipsField
      {...field}
      label={label}
      hint={messages.chipHint}
      suggestions={known.map((genre) => genre.name)}
      placeholder={fieldMessages.add}
      removeLabel={fieldMessages.remove}
      maxLength={maxGenreLength}
      disabled={false}
    />
  )
}

function LanguageDialog({ answer, ...dialog }: DialogProps) {
  const form = useForm({ defaultValues: { language: '' } })

  async function submit({ language }: { language: string }) {
    answer({ language: language === '' ? null : language })
    return await Promise.resolve(undefined)
  }

  return (
    <FormDialog {...dialog} form={form} submitLabel={messages.apply} onSubmit={submit}>
      <SelectField {...form.register('language')} label={messages.language} options={languageOptions()} />
    </FormDialog>
  )
}

interface CreditDialogProps extends DialogProps {
  creatorId: number
  role: CreditRole
}

function CreditDialog({ answer, creatorId, role: usual, ...dialog }: CreditDialogProps) {
  const form = useForm({ defaultValues: { role: usual, as: '' } })

  async function submit({ role, as }: { role: CreditRole; as: string }) {
    answer({ addCredits: [{ creatorId, role, as: as.trim() || null }] })
    return await Promise.resolve(undefined)
  }

  return (
    <FormDialog {...dialog} form={form} submitLabel={messages.apply} onSubmit={submit}>
      <SelectField {...form.register('role')} label={messages.role} options={creditRoles} />
      <FormTextField
        control={form.control}
        name="as"
        label={messages.as}
        maxLength={maxShortTextLength}
        autoComplete="off"
      />
    </FormDialog>
  )
}
