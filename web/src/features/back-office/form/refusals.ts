/** What the server has against single fields of a form, said there as long as they have the values it blamed. */
import { useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../../../lib/api.ts'
import type { FileChoice } from '../../../ui/file-field/file-choice.ts'

export interface Refusal {
  readonly field: string
  readonly text: string
  readonly value: unknown
}

/** One for every field that is blamed, in the order of the values; what is blamed on nothing in the form is left out. */
function refusalsOf(error: unknown, values: object): Refusal[] {
  if (!(error instanceof ApiError)) return []
  return Object.entries(values).flatMap(([field, value]) => {
    const blames = error.items.filter((item) => item.field === field)
    const text = blames.map(({ description }) => description).join(' ')
    return blames.length === 0 ? [] : [{ field, text, value: comparable(value) }]
  })
}

/** What was said of the value that a field still has. */
export function refusalAt(refusals: readonly Refusal[], field: string, value: unknown): string | undefined {
  return refusals.find((refusal) => refusal.field === field && refusal.value === comparable(value))?.text
}

/** Forms hand out copies of their values; the files in them stay the same. */
export function comparable(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return value
  const choice = value as FileChoice
  return choice.kind === 'chosen' ? choice.file : choice.kind === 'stored' ? choice.url : undefined
}

/** Keeps what the last answer had against a form's fields, and leads to the first of them. */
export function useRefusals<Values extends FieldValues>({ setFocus }: UseFormReturn<Values>) {
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])

  // Not before it is shown: while a form is sent, its fields may be disabled.
  useEffect(() => {
    const [first] = refusals
    if (first) setFocus(first.field as Path<Values>)
  }, [refusals, setFocus])

  return {
    refusals,
    forget: () => setRefusals([]),
    refuse: (error: unknown, values: Values) => setRefusals(refusalsOf(error, values)),
  }
}
