import type { Creator } from '@earmark/contract/creators.ts'

/** The nicknames of readers or voicers, comma separated. */
export function nicknames(creators: readonly Creator[]): string {
  return creators.map((creator) => creator.nickname).join(', ')
}
