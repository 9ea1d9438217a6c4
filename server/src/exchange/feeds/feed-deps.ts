import type { CoreDeps } from '../../deps.ts'

export type FeedDeps = Pick<CoreDeps, 'config' | 'db'>

/** RFC 5005, 3: of a page. */
export const itemsOnPage = 1000
