import type { SourceRows } from './source-rows.queries.ts'
import { jsonOf, objectOf, textOf } from './values.ts'

/** A book or podcast in a library. */
export interface SourceItem {
  readonly id: string
  /** Of its folder, or of its single file. */
  readonly path: string
}

export interface SourceItems {
  /** By the id of the book or podcast. */
  readonly byMedia: ReadonlyMap<string, SourceItem>
  /** The kind and id of what an item is, by the item's id and by the one that it had before 2.3. */
  readonly media: ReadonlyMap<string, { readonly type: string; readonly id: string }>
}

export function readItems(source: SourceRows): SourceItems {
  const byMedia = new Map<string, SourceItem>()
  const media = new Map<string, { type: string; id: string }>()
  for (const row of source.rows('libraryItems', ['id', 'path', 'mediaId', 'mediaType', 'extraData'])) {
    const id = textOf(row.id)
    const mediaId = textOf(row.mediaId)
    if (id === null || mediaId === null) continue
    const what = { type: textOf(row.mediaType) ?? '', id: mediaId }
    byMedia.set(mediaId, { id, path: textOf(row.path) ?? '' })
    media.set(id, what)
    const formerId = textOf(objectOf(jsonOf(row.extraData)).oldLibraryItemId)
    if (formerId !== null) media.set(formerId, what)
  }
  return { byMedia, media }
}
