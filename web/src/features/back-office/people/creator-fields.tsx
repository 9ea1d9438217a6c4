import { maxShortTextLength } from '@earmark/contract/fields.ts'
import type { Control } from 'react-hook-form'
import { FormTextField } from '../../../ui/field/form-fields.tsx'
import { type Refusal, refusalAt } from '../form/refusals.ts'
import { creatorMessages as messages } from '../messages.ts'
import { checkNickname, type CreatorValues } from './creator-values.ts'

interface CreatorFieldsProps {
  control: Control<CreatorValues>
  refusals: readonly Refusal[]
  /** Nothing is typed then that would not be saved. */
  isSaving?: boolean
}

/** The fields of a creator, wherever one is written. */
export function CreatorFields({ control, refusals, isSaving = false }: CreatorFieldsProps) {
  const shared = { control, maxLength: maxShortTextLength, autoComplete: 'off', readOnly: isSaving }
  const refusalOf = (name: string) => (value: string) => refusalAt(refusals, name, value)
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
      <FormTextField {...shared} name="name" label={messages.name} refusal={refusalOf('name')} />
      <FormTextField {...shared} name="surname" label={messages.surname} refusal={refusalOf('surname')} />
    </>
  )
}
