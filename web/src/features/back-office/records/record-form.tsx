import { type ReactNode, useId } from 'react'
import { type Control, useController, useForm } from 'react-hook-form'
import { Form, formManners } from '../../../ui/field/form.tsx'
import { useKeptTyping } from '../../auth/index.ts'
import { useUnsavedChanges } from '../form/use-unsaved-changes.ts'
import { areDifferent } from './audio-values.ts'
import { messages } from './messages.ts'
import { Sourced } from './origin.tsx'
import { PeopleTable } from './people-table.tsx'
import { RecordActions } from './record-actions.tsx'
import type { RecordCalls } from './record-calls.ts'
import { DescriptionField, NameField, NumberField } from './record-fields.tsx'
import { RecordFileField } from './record-file-field.tsx'
import styles from './record-form.module.css'
import { type EditedRecord, emptyValues, type RecordValues, valuesOf } from './record-values.ts'
import { Stated } from './stated.tsx'
import { TracksField } from './tracks-field.tsx'
import { useProposals } from './use-proposals.ts'
import { useRecordSaving } from './use-record-saving.ts'

interface RecordFormProps<Saved extends EditedRecord> {
  calls: RecordCalls<Saved>
  record?: Saved | undefined
  /** Values that a new record starts with. */
  proposed?: Partial<RecordValues>
  onCreated?: (created: Saved) => Promise<void>
  isDeleting?: boolean
}

const nothing = () => Promise.resolve()

/** The form of an audio book, a podcast or an episode. */
export function RecordForm<Saved extends EditedRecord>(props: RecordFormProps<Saved>) {
  const { calls, record, proposed, onCreated = nothing, isDeleting } = props
  const form = useForm<RecordValues>({
    ...formManners,
    defaultValues: record ? valuesOf(record) : { ...emptyValues, ...proposed },
  })
  const { control } = form
  const { save, saveDraft, cancel, sentPart, refusalOf, isUnsaved } = useRecordSaving({
    form,
    calls,
    record,
    onCreated,
  })
  const { note, propose } = useProposals(form, calls.hasNumber ? 'title' : 'album')
  useUnsavedChanges(isUnsaved)
  useKeptTyping(form, form.formState.isDirty, record?.updatedAt)

  const parts = { control, refusalOf, disabled: sentPart !== undefined }
  return (
    <Form form={form} onSubmit={save}>
      <div className={styles.sections}>
        <Section heading={messages.details}>
          {calls.hasNumber && <NumberField {...parts} />}
          <Sourced of="title" control={control}>
            <Stated {...parts} of="name">
              {(disabled) => <NameField {...parts} disabled={disabled} />}
            </Stated>
          </Sourced>
          <calls.Fields {...parts} />
          <Sourced of="description" control={control}>
            <Stated {...parts} of="description">
              {(disabled) => <DescriptionField {...parts} disabled={disabled} />}
            </Stated>
          </Sourced>
        </Section>
        {calls.audio !== 'None' && (
          <Section heading={messages.audioSection}>
            {calls.audio === 'One' ? (
              <RecordFileField
                {...parts}
                name="audio"
                label={messages.audio}
                hint={messages.audioHint}
                note={note}
                onChosen={propose}
              />
            ) : (
              <TracksField
                {...parts}
                note={note ?? (record && areDifferent(record) ? messages.partsDiffer : undefined)}
                onChosen={propose}
              />
            )}
          </Section>
        )}
        <Section heading={messages.cover}>
          <Stated {...parts} of="cover">
            {(disabled) => (
              <RecordFileField
                {...parts}
                name="coverImage"
                label={messages.coverImage}
                hint={calls.hasNumber ? messages.inheritedCoverHint : messages.coverHint}
                disabled={disabled}
              />
            )}
          </Stated>
          <RecordFileField
            {...parts}
            name="coverImagePreview"
            label={messages.coverImagePreview}
            hint={messages.previewHint}
          />
        </Section>
        {record === undefined && <NewPeople control={control} calls={calls} />}
      </div>
      <RecordActions
        form={form}
        onSaveDraft={record === undefined ? form.handleSubmit(saveDraft) : undefined}
        sentPart={sentPart}
        onCancel={cancel}
        disabled={isDeleting}
      />
    </Form>
  )
}

/** The people of a new record, who are saved with it. */
function NewPeople<Saved extends EditedRecord>(props: {
  control: Control<RecordValues>
  calls: RecordCalls<Saved>
}) {
  const { field } = useController({ control: props.control, name: 'credits' })
  return <PeopleTable {...props.calls.people} credits={field.value} onChange={field.onChange} />
}

function Section({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={`title ${styles.heading}`}>
        {heading}
      </h2>
      <div className={styles.fields}>{children}</div>
    </section>
  )
}
