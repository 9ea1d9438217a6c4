/** The pages of creators, users, series and collections. */
import type { updateSeries } from '@earmark/contract/series-edits.ts'
import { Link, type LinkProps, type NavigateOptions, useRouter } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { type Control, type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import { hasCode } from '../../../lib/api.ts'
import { buttonClass } from '../../../ui/button/button.tsx'
import { Form, formManners } from '../../../ui/field/form.tsx'
import { showToast } from '../../../ui/toast/toasts.ts'
import { useHere, useKeptTyping } from '../../auth/index.ts'
import { forgetAnswers } from '../answers.ts'
import { attempt } from '../attempt.ts'
import { FormBar } from '../form/form-bar.tsx'
import { RecordMenu } from '../form/record-menu.tsx'
import { RecordPage } from '../form/record-page.tsx'
import { type RefusalOf, useRefusals } from '../form/refusals.ts'
import { askWhichVersion } from '../form/stale-dialog.tsx'
import { useDeletion } from '../form/use-deletion.ts'
import { useUnsavedChanges } from '../form/use-unsaved-changes.ts'
import { formMessages, type RecordTexts } from '../messages.ts'
import styles from './person-pages.module.css'

export interface PersonFieldsProps<Values extends FieldValues> {
  control: Control<Values>
  refusalOf: RefusalOf
  isNew?: boolean
  /** Fields are read-only during a save: its response would overwrite the text. */
  isSaving?: boolean
}

/** Users have no version. */
interface Versioned {
  id: number | string
  updatedAt?: string
}

/** What tells creators and users apart. */
export interface PersonKind<Person extends Versioned, Values extends FieldValues> {
  kind: 'creators' | 'users' | 'series' | 'collections'
  messages: RecordTexts & { newTitle: string }
  Fields: ComponentType<PersonFieldsProps<Values>>
  nameOf: (person: Person) => string
  /** The form's values; without a person the defaults of a new one. */
  valuesOf: (person: Person | undefined) => Values
  create: (values: Values) => Promise<Person>
  update: (values: Values, before: Person) => Promise<Person>
  remove: (person: Person) => Promise<unknown>
  /** What is stored now, where a save may be refused because somebody else has saved meanwhile. */
  reread?: (person: Person) => Promise<Person>
  editLink: (person: Person) => NavigateOptions
  /** The page that listeners see. */
  viewLink?: (person: Person) => Pick<LinkProps, 'to' | 'params'>
}

interface PersonFormProps<Person extends Versioned, Values extends FieldValues> {
  kind: PersonKind<Person, Values>
  person?: Person
  isDeleting?: boolean
  onSaved: (saved: Person) => Promise<void>
}

function PersonForm<Person extends Versioned, Values extends FieldValues>(
  props: PersonFormProps<Person, Values>,
) {
  const { kind, person, isDeleting, onSaved } = props
  const { messages, valuesOf } = kind
  const form = useForm<Values>({ ...formManners, defaultValues: valuesOf(person) as DefaultValues<Values> })
  const { refusalOf, forget, refuse } = useRefusals(form)
  const { isDirty, isSubmitting } = form.formState
  useUnsavedChanges(isDirty)
  useKeptTyping(form, isDirty, person?.updatedAt)

  async function save(values: Values) {
    forget()
    const done = await attempt(
      () => (person ? updatePerson(kind, values, person) : createPerson(kind, values)),
      {
        failed: person ? messages.updateFailed : messages.createFailed,
        onFailure: (error) => refuse(error, values),
      },
    )
    const shown = done?.answer.saved ?? done?.answer.instead
    if (!done || shown === undefined) return
    if (done.answer.saved !== undefined)
      showToast({ type: 'success', message: person ? messages.updated : messages.created })
    form.reset(valuesOf(shown))
    await forgetAnswers(kind.kind)
    await onSaved(shown)
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

interface Saving<Person> {
  readonly saved?: Person
  /** Another editor's version that is to replace the form's values. */
  readonly instead?: Person
}

async function createPerson<Person extends Versioned, Values extends FieldValues>(
  kind: PersonKind<Person, Values>,
  values: Values,
): Promise<Saving<Person>> {
  return { saved: await kind.create(values) }
}

/** Neither is there when the editor goes on with the form as it is. */
async function updatePerson<Person extends Versioned, Values extends FieldValues>(
  kind: PersonKind<Person, Values>,
  values: Values,
  over: Person,
): Promise<Saving<Person>> {
  try {
    return { saved: await kind.update(values, over) }
  } catch (error) {
    if (!kind.reread || !hasCode<typeof updateSeries>(error, 'StaleRecord')) throw error
  }
  const choice = await askWhichVersion(kind.nameOf(over))
  if (choice === undefined) return {}
  const newer = await kind.reread(over)
  return choice === 'mine' ? await updatePerson(kind, values, newer) : { instead: newer }
}

interface NewPersonPageProps<Person extends Versioned, Values extends FieldValues> {
  kind: PersonKind<Person, Values>
}

export function NewPersonPage<Person extends Versioned, Values extends FieldValues>({
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

interface PersonPageProps<Person extends Versioned, Values extends FieldValues>
  extends NewPersonPageProps<Person, Values> {
  person: Person
  /** Further `MenuItem`s. */
  children?: ReactNode
}

/** Shows what its route has loaded, and again after every save. */
export function PersonPage<Person extends Versioned, Values extends FieldValues>({
  kind,
  person,
  children,
}: PersonPageProps<Person, Values>) {
  const router = useRouter()
  const name = kind.nameOf(person)
  const remove = () => kind.remove(person)
  const deletion = useDeletion({ kind: kind.kind, name, messages: kind.messages, remove })
  return (
    <RecordPage
      name={name}
      aside={
        kind.viewLink && (
          <Link {...kind.viewLink(person)} className={buttonClass}>
            <Eye size={18} aria-hidden="true" />
            {formMessages.view}
          </Link>
        )
      }
      menu={<RecordMenu deletion={deletion}>{children}</RecordMenu>}
    >
      <PersonForm
        kind={kind}
        person={person}
        isDeleting={deletion.isRunning}
        onSaved={() => router.invalidate()}
      />
    </RecordPage>
  )
}
