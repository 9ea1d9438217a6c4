import type { FailureOf } from '../../errors.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { JobKind } from '../../jobs/job.ts'
import { archiveJob, createFeedArchives } from './checks/archive-job.ts'
import { createFeedDocuments, documentsJob } from './documents/documents-job.ts'
import { createItemImages, imagesJob } from './images/images-job.ts'
import { createGoneEpisodes } from './keep/gone-episodes.ts'
import { createKeeping, createRecordingFetches, keepingJob } from './keep/keep-jobs.ts'
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

/** What a new or a changed source has queued begins on this node at once. */
export function wakeSourceJobs(jobs: Pick<Jobs, 'wake'>): void {
  for (const kind of [keepingJob, documentsJob, archiveJob, imagesJob]) jobs.wake(kind)
}
