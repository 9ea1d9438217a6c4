import type { NewCredit } from '@earmark/contract/credit-edits.ts'
import { prepareTokens } from '../../../catalogue/creators/linked-records.ts'
import type { MergePlan } from '../source/identity.ts'
import type { FeedItem } from '../reader/feed-document.ts'
import type { SourceDeps } from '../source/source-deps.ts'
import { creditsBy, peopleOfItem, requireCreators } from './credits-by-name.ts'
import { episodeValues } from './item-values.ts'
import type { StoredItem } from './source-items.queries.ts'
import type { ItemSlice } from './write-items.ts'

/** Episodes of one transaction: others wait for it. */
export const episodesAtOnce = 50

/**
 * What a feed brings, in parts for transactions of their own, the oldest first.
 *
 * @param isNaming whether its people become creators, who are listed
 */
export async function sliceItems(
  deps: SourceDeps,
  { added, changed }: Pick<MergePlan<StoredItem>, 'added' | 'changed'>,
  isNaming: boolean,
): Promise<ItemSlice[]> {
  const named = isNaming ? [...added, ...changed.map(({ item }) => item)] : []
  const credits = await creditsOfItems(deps, named)
  const slices: ItemSlice[] = []
  for (let start = 0; start < Math.max(added.length, changed.length); start += episodesAtOnce) {
    const part = {
      added: added.slice(start, start + episodesAtOnce),
      changed: changed.slice(start, start + episodesAtOnce),
    }
    const texts = [...part.added, ...part.changed.map(({ item }) => item)].map(episodeValues)
    slices.push({ ...part, credits, prepared: await prepareTokens(texts) })
  }
  return slices
}

async function creditsOfItems(
  deps: SourceDeps,
  items: readonly FeedItem[],
): Promise<Map<string, NewCredit[]>> {
  const people = items.map((item) => [item.guidKey, peopleOfItem(item)] as const)
  const creators = await requireCreators(
    deps,
    people.flatMap(([, those]) => those),
  )
  return new Map(people.map(([key, those]) => [key, creditsBy(creators, those)]))
}
