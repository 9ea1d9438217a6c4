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
