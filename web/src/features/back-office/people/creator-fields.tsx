import type { Control } from 'react-hook-form'
import { FormTextField } from '../../../ui/field/form-fields.tsx'
import { creatorMessages as messages } from '../messages.ts'
import { checkNickname, type CreatorValues } from './creator-values.ts'

/** The fields of a creator, wherever one is written. */
export function CreatorFields({ control }: { control: Control<CreatorValues> }) {
  const shared = { control, maxLength: 200, autoComplete: 'off' }
  return (
    <>
      <FormTextField
        {...shared}
        name="nickname"
        label={messages.nickname}
        hint={messages.nicknameHint}
        required
        check={checkNickname}
      />
      <FormTextField {...shared} name="name" label={messages.name} />
      <FormTextField {...shared} name="surname" label={messages.surname} />
    </>
  )
}
