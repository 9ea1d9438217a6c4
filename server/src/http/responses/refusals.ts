import type { ErrorCode } from '@earmark/contract/errors.ts'
import { AppError } from '../../errors.ts'

/** Of Ajv. */
interface Violation {
  readonly keyword: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string | undefined
}

/** Fields may have error codes of their own (`refusedAs`, `invalidAs`). */
export interface FieldsSchema {
  readonly properties?: Readonly<
    Record<string, { readonly 'x-code'?: ErrorCode; readonly 'x-invalid-code'?: ErrorCode }>
  >
}

export function refusalOf(
  found: Violation | undefined,
  { properties = {} }: FieldsSchema,
  code: ErrorCode,
): AppError {
  const inside = found?.instancePath.split('/')[1]
  const field = inside || (found?.params['missingProperty'] as string | undefined)
  if (field === undefined) return new AppError(code, { description: `The input ${complaint(found)}.` })
  const own = properties[field]?.[inside ? 'x-invalid-code' : 'x-code']
  if (own) return new AppError(own, { field })
  return new AppError(code, { description: `${field} ${complaint(found)}.`, field })
}

function complaint(found: Violation | undefined): string {
  const { keyword, params = {}, message = 'is not valid' } = found ?? {}
  if (keyword === 'pattern') return 'contains characters that are not allowed'
  if (keyword === 'format' && params['format'] === 'uri') return 'must be an address with http or https'
  if (keyword === 'format') return 'must be an instant as ISO 8601 writes it'
  if (keyword === 'maxLength') return `must have at most ${String(params['limit'])} characters`
  if (keyword === 'enum')
    return `must be one of ${(params['allowedValues'] as unknown[]).filter(Boolean).join(', ')}`
  return message
}
