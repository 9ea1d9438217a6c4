/** The pages of creators and users: records without files, saved by one JSON body. */
import { type NavigateOptions, useRouter } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { type Control, type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import { Form, formManners } from '../../../ui/field/form.tsx'
import { useHere } from '../../auth/index.ts'
import { forgetAnswers } from '../answers.ts'
import { attempt } from '../attempt.ts'
import { FormBar } from '../form/form-bar.tsx'
import { RecordMenu } from '../form/record-menu.tsx'
import { RecordPage } from '../form/record-page.tsx'
import { type RefusalOf, useRefusals } from '../form/refusals.ts'
import { useDeletion } from '../form/use-deletion.ts'
import { useUnsavedChanges } from '../form/use-unsaved-changes.ts'
import type { RecordTexts } from '../messages.ts'
import styles from './person-pages.module.css'

export interface PersonFieldsProps<Values extends FieldValues> {
  control: Control<Values>
  refusalOf: RefusalOf
  isNew?: boolean
  /** Fields are read-only during a save: its response would overwrite the text. */
  isSaving?: boolean
}

/** What tells creators and users apart. */
export interface PersonKind<Person, Values extends FieldValues> {
  kind: 'creators' | 'users'
  messages: RecordTexts & { newTitle: string }
  Fields: ComponentType<PersonFieldsProps<Values>>
  nameOf: (person: Person) => string
  /** The form's values; without a person the defaults of a new one. */
  valuesOf: (person: Person | undefined) => Values
  create: (values: Values) => Promise<Person>
  update: (values: Values, before: Person) => Promise<Person>
  remove: (person: Person) => Promise<unknown>
  editLink: (person: Person) => NavigateOptions
}

interface PersonFormProps<Person, Values extends FieldValues> {
  kind: PersonKind<Person, Values>
  person?: Person
  isDeleting?: boolean
  onSaved: (saved: Person) => Promise<void>
}

function PersonForm<Person, Values extends FieldValues>(props: PersonFormProps<Person, Values>) {
  const { kind, person, isDeleting, onSaved } = props
  const { messages, valuesOf } = kind
  const form = useForm<Values>({ ...formManners, defaultValues: valuesOf(person) as DefaultValues<Values> })
  const { refusalOf, forget, refuse } = useRefusals(form)
  const { isDirty, isSubmitting } = form.formState
  useUnsavedChanges(isDirty)

  async function save(values: Values) {
    forget()
    const saved = await attempt(() => (person ? kind.update(values, person) : kind.create(values)), {
      done: person ? messages.updated : messages.created,
      failed: person ? messages.updateFailed : messages.createFailed,
      onFailure: (error) => refuse(error, values),
    })
    if (!saved) return
    await forgetAnswers(kind.kind)
    await onSaved(saved.answer)
    form.reset(valuesOf(saved.answer))
  }

  return (
    <Form form={form} onSubmit={save}>
      <div className={styles.fields}>
        <kind.Fields
          control={form.control}
          refusalOf={refusalOf}
          isNew={person === undefined}
          isSaving={isSubmitting}
        />
      </div>
      <FormBar form={form} disabled={isDeleting} />
    </Form>
  )
}

interface NewPersonPageProps<Person, Values extends FieldValues> {
  kind: PersonKind<Person, Values>
}

export function NewPersonPage<Person, Values extends FieldValues>({
  kind,
}: NewPersonPageProps<Person, Values>) {
  const here = useHere()
  const open = (created: Person) =>
    here.goOn({ ...kind.editLink(created), replace: true, ignoreBlocker: true })
  return (
    <RecordPage name={kind.messages.newTitle}>
      <PersonForm kind={kind} onSaved={open} />
    </RecordPage>
  )
}

interface PersonPageProps<Person, Values extends FieldValues> extends NewPersonPageProps<Person, Values> {
  person: Person
  /** Further `MenuItem`s. */
  children?: ReactNode
}

/** Shows what its route has loaded, and again after every save. */
export function PersonPage<Person, Values extends FieldValues>({
  kind,
  person,
  children,
}: PersonPageProps<Person, Values>) {
  const router = useRouter()
  const name = kind.nameOf(person)
  const remove = () => kind.remove(person)
  const deletion = useDeletion({ kind: kind.kind, name, messages: kind.messages, remove })
  return (
    <RecordPage name={name} menu={<RecordMenu deletion={deletion}>{children}</RecordMenu>}>
      <PersonForm
        kind={kind}
        person={person}
        isDeleting={deletion.isRunning}
        onSaved={() => router.invalidate()}
      />
    </RecordPage>
  )
}
