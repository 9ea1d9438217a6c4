import { maxDescriptionLength, maxNameLength } from '@earmark/contract/limits.ts'
import { type Control, type FieldValues, useController } from 'react-hook-form'
import { FormTextField } from '../../../ui/field/form-fields.tsx'
import { TextAreaField } from '../../../ui/field/text-field.tsx'
import { checkName } from '../../auth/index.ts'
import { seriesMessages as messages } from '../messages.ts'
import type { PersonFieldsProps } from '../people/person-pages.tsx'

/** The texts of a series or a collection in its form; empty for null. */
export interface GroupValues {
  name: string
  description: string
}

/** The request body of these texts. */
export function groupBody({ name, description }: GroupValues) {
  return { name: name.trim(), description: description.trim() || null }
}

/** Name and description. */
export function GroupFields<Values extends GroupValues & FieldValues>(props: PersonFieldsProps<Values>) {
  const { refusalOf, isSaving = false } = props
  const control = props.control as unknown as Control<GroupValues>
  return (
    <>
      <FormTextField
        control={control}
        name="name"
        label={messages.name}
        autoComplete="off"
        maxLength={maxNameLength}
        readOnly={isSaving}
        required
        check={checkName}
        refusal={refusalOf('name')}
      />
      <DescriptionField control={control} refusalOf={refusalOf} isSaving={isSaving} />
    </>
  )
}

function DescriptionField({ control, refusalOf, isSaving = false }: PersonFieldsProps<GroupValues>) {
  const { field } = useController({ control, name: 'description' })
  const refused = refusalOf('description')(field.value)
  return (
    <TextAreaField
      label={messages.description}
      rows={5}
      maxLength={maxDescriptionLength}
      {...field}
      readOnly={isSaving}
      message={refused === undefined ? undefined : { kind: 'error', text: refused }}
    />
  )
}
