import type { Creator } from '@earmark/contract/creators.ts'

/** Name with surname, as far as they are known. */
export function fullName({ name, surname }: Pick<Creator, 'name' | 'surname'>): string {
  return [name, surname].filter(Boolean).join(' ')
}
