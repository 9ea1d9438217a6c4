import type { CoreDeps } from '../../deps.ts'

export type FeedDeps = Pick<CoreDeps, 'config' | 'db'>
