import type { FieldName } from '@earmark/contract/planner/plan-input.ts'
import { createContext, lazy, type ReactNode, Suspense, useContext } from 'react'
import type { Control } from 'react-hook-form'
import type { RecordValues } from './record-values.ts'

/** Where the values of an imported audio book come from, said under its fields. */

const LateOrigin = lazy(async () => ({ default: (await import('./late-origin.tsx')).LateOrigin }))

interface ImportedBook {
  readonly id: number
  /** Origins are those of this version. */
  readonly updatedAt: string
}

/** Null for records that no import has brought. */
const BookContext = createContext<ImportedBook | null>(null)

interface OriginsProps {
  record: ImportedBook & { readonly isImported?: boolean }
  children: ReactNode
}

export function Origins({ record, children }: OriginsProps) {
  return <BookContext value={record.isImported ? record : null}>{children}</BookContext>
}

interface OriginProps {
  of: FieldName
  /** Of the form whose unsaved changes come first. */
  control?: Control<RecordValues>
}

export function Origin({ of, control }: OriginProps) {
  const book = useContext(BookContext)
  if (book === null) return null
  return (
    <Suspense>
      <LateOrigin bookId={book.id} updatedAt={book.updatedAt} field={of} control={control} />
    </Suspense>
  )
}

interface SourcedProps extends Required<OriginProps> {
  children: ReactNode
}

/** A field with its origin. */
export function Sourced({ children, ...origin }: SourcedProps) {
  return (
    <div>
      {children}
      <Origin {...origin} />
    </div>
  )
}
