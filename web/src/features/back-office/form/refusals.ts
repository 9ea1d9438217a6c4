/** The server's errors of single fields, shown at the field as long as it has the refused value. */
import { useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../../../lib/api.ts'
import type { FileChoice } from '../../../ui/file-field/file-kinds.ts'

interface Refusal {
  readonly field: string
  readonly text: string
  readonly value: unknown
}

/** One for each refused field, in the order of the values; errors of no field are left out. */
function refusalsOf(error: unknown, values: object): Refusal[] {
  if (!(error instanceof ApiError)) return []
  return Object.entries(values).flatMap(([field, value]) => {
    const blames = error.items.filter((item) => item.field === field)
    const text = blames.map(({ description }) => description).join(' ')
    return blames.length === 0 ? [] : [{ field, text, value: comparable(value) }]
  })
}

/** The error of a field's value, as long as that is the refused one. */
export type RefusalOf = (field: string) => (value: unknown) => string | undefined

/** Forms copy their values; the files in them stay the same, lists do not. */
export function comparable(value: unknown): unknown {
  if (Array.isArray(value))
    return JSON.stringify(value, (_name, each: unknown) =>
      each instanceof File ? [each.name, each.size, each.lastModified] : each,
    )
  if (typeof value !== 'object' || value === null || !('kind' in value)) return value
  const choice = value as FileChoice
  return choice.kind === 'chosen' ? choice.file : choice.kind === 'stored' ? choice.url : undefined
}

/** Keeps the field errors of the last response, and focuses the first of them. */
export function useRefusals<Values extends FieldValues>({ setFocus }: UseFormReturn<Values>) {
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])

  // In an effect: while a form is sent, its fields may be disabled.
  useEffect(() => {
    const [first] = refusals
    if (first) setFocus(first.field as Path<Values>)
  }, [refusals, setFocus])

  const refusalOf: RefusalOf = (field) => (value) =>
    refusals.find((refusal) => refusal.field === field && refusal.value === comparable(value))?.text

  return {
    refusalOf,
    forget: () => setRefusals([]),
    refuse: (error: unknown, values: Values) => setRefusals(refusalsOf(error, values)),
  }
}
