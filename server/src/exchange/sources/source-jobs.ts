import type { FailureOf } from '../../errors.ts'
import type { JobKind } from '../../jobs/job.ts'
import { createFeedArchives } from './checks/archive-job.ts'
import { createFeedDocuments } from './documents/documents-job.ts'
import { createItemImages } from './images/images-job.ts'
import { createGoneEpisodes } from './keep/gone-episodes.ts'
import { createKeeping, createRecordingFetches } from './keep/keep-jobs.ts'
import type { SourceDeps } from './source/source-deps.ts'

/** What is done for sources beside their checks; none while there are no sources. */
export function createSourceJobs(deps: SourceDeps, failure: FailureOf<'NotFound'>): JobKind[] {
  if (deps.config.sources === 'off') return []
  return [
    createKeeping(deps),
    createRecordingFetches(deps),
    createGoneEpisodes(deps, failure),
    createFeedDocuments(deps),
    createFeedArchives(deps),
    createItemImages(deps),
  ]
}
