/** Binding cloths for records without a cover: deep enough for the pale lettering in both themes. */
const cloths = ['#4a3b33', '#34424a', '#3d4636', '#4b3740', '#3a3a52', '#584430'] as const

/** The same name always gets the same cloth. */
export function clothFor(name: string): string {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return cloths[sum % cloths.length] ?? cloths[0]
}
