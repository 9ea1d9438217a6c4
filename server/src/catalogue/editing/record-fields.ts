import type { PublishingStatus } from '@earmark/contract/edited-records.ts'
import { type Config, localApiRoot } from '../../config/config.ts'
import type { FailureOf } from '../../errors.ts'
import { isBlank, trimmedText } from '../../http/input/input.ts'

/**
 * From the fields of forms to columns: an absent field (undefined) leaves its column as it is, or a new record's at its
 * default; an empty one (null) clears it.
 */

type Given<Value> = Value | null | undefined

export function lineColumn(text: Given<string>): Given<string> {
  return text?.trim() ?? text
}

/** @param tag of right form, BCP 47 */
export function languageColumn(tag: Given<string>): Given<string> {
  return tag == null ? tag : Intl.getCanonicalLocales(tag)[0]
}

export function flagColumn(flag: Given<boolean>): Given<0 | 1> {
  return flag == null ? flag : flag ? 1 : 0
}

/** Of a column that is never null. */
export function columnOr<Value>(value: Given<Value>, cleared: Value): Value | undefined {
  return value === null ? cleared : value
}

/** The texts of what groups records, trimmed. */
export function groupTexts(
  body: { readonly name: string; readonly description?: string | null | undefined },
  failure: FailureOf<'NameRequired'>,
): { name: string; description: string | null | undefined } {
  const name = body.name.trim()
  if (isBlank(name)) throw failure('NameRequired', { field: 'name' })
  return { name, description: trimmedText(body.description) }
}

/** The version that a change follows, in epoch milliseconds; undefined for any. */
export function baseOf({
  baseUpdatedAt,
}: {
  readonly baseUpdatedAt?: string | undefined
}): number | undefined {
  return baseUpdatedAt === undefined ? undefined : Date.parse(baseUpdatedAt)
}

/** Where editors find a record that they have made: at its public address only once it is public. */
export function recordAddress(
  config: Pick<Config, 'apiRoot'>,
  path: `/${string}`,
  status: PublishingStatus,
): string {
  return `${localApiRoot(config)}${status === 'Published' ? '' : '/edit'}${path}`
}
