import { maxShortTextLength } from '@earmark/contract/limits.ts'
import { maxBiographyLength } from '@earmark/contract/creator-edits.ts'
import { type Control, type FieldValues, useController } from 'react-hook-form'
import { FormTextField } from '../../../ui/field/form-fields.tsx'
import { TextAreaField } from '../../../ui/field/text-field.tsx'
import { FileField } from '../../../ui/file-field/file-field.tsx'
import { imageKind } from '../../../ui/file-field/file-kinds.ts'
import { creatorMessages as messages } from '../messages.ts'
import type { CreatorNames, CreatorValues } from './creator-values.ts'
import { LinksField } from './links-field.tsx'
import styles from './person-pages.module.css'
import type { PersonFieldsProps } from './person-pages.tsx'

function checkNickname(nickname: string): string | undefined {
  return nickname.trim() === '' ? messages.nicknameRequired : undefined
}

/** The names of a creator, on its page and in the dialog of a new one. */
export function CreatorNameFields<Values extends CreatorNames & FieldValues>(
  props: PersonFieldsProps<Values>,
) {
  const { refusalOf, isSaving = false } = props
  const control = props.control as unknown as Control<CreatorNames>
  const shared = { control, maxLength: maxShortTextLength, autoComplete: 'off', readOnly: isSaving }
  return (
    <>
      <FormTextField
        {...shared}
        name="nickname"
        label={messages.nickname}
        hint={messages.nicknameHint}
        required
        check={checkNickname}
        refusal={refusalOf('nickname')}
      />
      <div className={styles.pair}>
        <FormTextField {...shared} name="name" label={messages.name} refusal={refusalOf('name')} />
        <FormTextField {...shared} name="surname" label={messages.surname} refusal={refusalOf('surname')} />
      </div>
    </>
  )
}

/** All fields of a creator. */
export function CreatorFields(props: PersonFieldsProps<CreatorValues>) {
  const { control, refusalOf, isSaving = false } = props
  return (
    <>
      <CreatorNameFields {...props} />
      <FormTextField
        control={control}
        name="sortName"
        label={messages.sortName}
        hint={messages.sortNameHint}
        maxLength={maxShortTextLength}
        autoComplete="off"
        readOnly={isSaving}
        refusal={refusalOf('sortName')}
      />
      <ImageField control={control} refusalOf={refusalOf} isSaving={isSaving} />
      <BiographyField control={control} refusalOf={refusalOf} isSaving={isSaving} />
      <LinksField control={control} refusalOf={refusalOf} isSaving={isSaving} />
    </>
  )
}

function ImageField({ control, refusalOf, isSaving }: PersonFieldsProps<CreatorValues>) {
  const { ref, value, onChange } = useController({ control, name: 'image' }).field
  const refused = refusalOf('image')(value)
  return (
    <FileField
      label={messages.image}
      hint={messages.imageHint}
      kind={imageKind}
      value={value}
      onChange={onChange}
      disabled={isSaving}
      ref={ref}
      message={refused === undefined ? undefined : { kind: 'error', text: refused }}
    />
  )
}

function BiographyField({ control, refusalOf, isSaving }: PersonFieldsProps<CreatorValues>) {
  const { field } = useController({ control, name: 'biography' })
  const refused = refusalOf('biography')(field.value)
  return (
    <TextAreaField
      label={messages.biography}
      rows={8}
      maxLength={maxBiographyLength}
      {...field}
      readOnly={isSaving}
      message={refused === undefined ? undefined : { kind: 'error', text: refused }}
    />
  )
}
