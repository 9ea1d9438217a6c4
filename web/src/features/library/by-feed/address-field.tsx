import { maxSourceUrlLength, type addSource, type updateSource } from '@earmark/contract/sources.ts'
import type { Control, FieldPath } from 'react-hook-form'
import { ApiError, hasCode } from '../../../lib/api.ts'
import type { Failure } from '../../../ui/field/form-failure.tsx'
import { FormTextField } from '../../../ui/field/form-fields.tsx'
import { byFeedMessages as messages } from './messages.ts'

export interface AddressValues {
  url: string
}

/** `Address of the feed`. */
export function AddressField<Values extends AddressValues>({ control }: { control: Control<Values> }) {
  return (
    <FormTextField
      control={control}
      name={'url' as FieldPath<Values>}
      type="url"
      inputMode="url"
      dir="ltr"
      label={messages.address}
      placeholder="https://"
      check={(url) => (url.trim() === '' ? messages.addressRequired : undefined)}
      maxLength={maxSourceUrlLength}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
    />
  )
}

/** What is wrong with an address, and for editors the reason. @throws what is no answer */
export function addressFailure(error: unknown, otherwise: string): Failure {
  if (!(error instanceof ApiError)) throw error
  if (hasCode<typeof addSource>(error, 'InvalidUrl')) return { title: messages.notAllowed }
  if (hasCode<typeof updateSource>(error, 'DuplicateUrl')) return { title: messages.known }
  const description = error.items.at(-1)?.description
  if (!hasCode<typeof addSource>(error, 'FeedUnavailable')) return { title: otherwise, description }
  return description === messages.unreadable
    ? { title: messages.unreadable }
    : { title: messages.unreadable, description }
}
