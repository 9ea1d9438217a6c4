import type {
  EditedCollection,
  EditedCollectionItem,
  NewCollectionItem,
} from '@earmark/contract/collection-edits.ts'
import type { PublishingStatus } from '@earmark/contract/edited-records.ts'
import { collectionMessages as messages } from '../messages.ts'
import { groupBody, type GroupValues } from './group-fields.tsx'

/** An audio book or podcast in a collection's form. */
export interface ItemValue {
  readonly kind: 'audioBook' | 'podcast'
  readonly id: number
  readonly name: string
  readonly cover: string | null
  readonly status: PublishingStatus
}

/** A collection in its form; an empty place is the present one, or a new one's behind all others. */
export interface CollectionValues extends GroupValues {
  place: string
  isOnHome: boolean
  items: readonly ItemValue[]
}

export function valuesOf(collection: EditedCollection | undefined): CollectionValues {
  return {
    name: collection?.name ?? '',
    description: collection?.description ?? '',
    place: collection === undefined ? '' : String(collection.place),
    isOnHome: collection?.isOnHome ?? true,
    items: (collection?.items ?? []).flatMap(itemValue),
  }
}

export function itemValue({ audioBook, podcast }: EditedCollectionItem): ItemValue[] {
  const [kind, record] = audioBook ? (['audioBook', audioBook] as const) : (['podcast', podcast] as const)
  if (!record) return []
  const { id, name, coverImagePreviewUrl: cover, status } = record
  return [{ kind, id, name, cover, status }]
}

/** The request body of everything but the items. */
export function textsOf(values: CollectionValues) {
  const place = values.place.trim()
  return {
    ...groupBody(values),
    isOnHome: values.isOnHome,
    ...(place !== '' && { place: Number(place) }),
  }
}

export function newItems({ items }: CollectionValues): NewCollectionItem[] {
  return items.map(({ kind, id }) => (kind === 'audioBook' ? { audioBookId: id } : { podcastId: id }))
}

/** Whether the form has the items of a version, in their order. */
export function hasSameItems(values: CollectionValues, version: EditedCollection): boolean {
  return JSON.stringify(newItems(values)) === JSON.stringify(newItems(valuesOf(version)))
}

export function checkPlace(text: string): string | undefined {
  const place = text.trim()
  const isPlace = place === '' || (/^\d{1,7}$/.test(place) && Number(place) <= 1_000_000)
  return isPlace ? undefined : messages.placeInvalid
}

/** The items with one at another place. */
export function moveItem(items: readonly ItemValue[], key: string, place: number): ItemValue[] {
  const moved = items.filter((item) => keyOf(item) === key)
  const others = items.filter((item) => keyOf(item) !== key)
  return [...others.slice(0, place), ...moved, ...others.slice(place)]
}

export function keyOf({ kind, id }: Pick<ItemValue, 'kind' | 'id'>): string {
  return `${kind} ${id}`
}
