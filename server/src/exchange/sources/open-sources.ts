import { createEgress, type EgressOptions } from '../../egress/create-egress.ts'
import type { Egress } from '../../egress/egress.ts'
import type { SourceDeps } from './source/source-deps.ts'
import { type CheckPace, createSourceChecks, type SourceChecks } from './checks/source-checks.ts'
import type { FeedReader } from './reader/feed-document.ts'
import { createFeedReader } from './reader/process/feed-process.ts'

export interface Sources {
  readonly egress: Egress
  readonly feedReader: FeedReader
  readonly sourceChecks: SourceChecks
}

export interface OpenedSources extends Sources {
  close(): Promise<void>
}

/** The way out, the process that reads feeds, and the checks of this node, which do not run yet. */
export function openSources(
  deps: Omit<SourceDeps, 'egress' | 'feedReader'>,
  options: EgressOptions & { readonly pace?: Partial<CheckPace> } = {},
): OpenedSources {
  const egress = createEgress(deps.config, options)
  const feedReader = createFeedReader()
  const sourceChecks = createSourceChecks({ ...deps, egress, feedReader }, options.pace)
  return {
    egress,
    feedReader,
    sourceChecks,
    async close() {
      await sourceChecks.stop()
      feedReader.close()
      await egress.close()
    },
  }
}
