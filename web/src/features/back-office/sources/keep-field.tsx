import type { KeepPolicy, Source } from '@earmark/contract/sources.ts'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { sourceMessages as messages } from './messages.ts'

/** `none`, `all`, or a number of last recordings. */
export type KeepChoice = string

export interface KeepValues {
  keep: KeepChoice
}

const counts = [1, 5, 10, 25, 50, 100]

export function keepChoice({ keep, keepCount }: Pick<Source, 'keep' | 'keepCount'>): KeepChoice {
  return keep === 'last' ? String(keepCount) : keep
}

/** As calls take it. */
export function keepPolicy(choice: KeepChoice): { keep: KeepPolicy; keepCount?: number } {
  if (choice === 'none' || choice === 'all') return { keep: choice }
  return { keep: 'last', keepCount: Number(choice) }
}

interface KeepFieldProps {
  input: UseFormRegisterReturn
  /** A number that was set by another way is among the choices. */
  present?: KeepChoice
}

/** Which recordings of a feed are kept here. */
export function KeepField({ input, present }: KeepFieldProps) {
  const known = Number(present)
  const all = Number.isInteger(known) && !counts.includes(known) ? [...counts, known] : counts
  const numbers = all.toSorted((one, other) => one - other)
  return (
    <SelectField
      {...input}
      label={messages.keep}
      hint={messages.keepHint}
      options={[
        { value: 'none', label: messages.keepNone },
        ...numbers.map((count) => ({ value: String(count), label: messages.keepLast(count) })),
        { value: 'all', label: messages.keepAll },
      ]}
    />
  )
}
