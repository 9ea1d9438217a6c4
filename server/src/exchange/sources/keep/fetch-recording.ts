import { setRecordingSound } from '../../../catalogue/editing/recording-files.queries.ts'
import { changeCatalogue } from '../../../db/changes/change-catalogue.ts'
import type { HeldRun } from '../../../jobs/held-run.ts'
import { deleteMedia, filesOf, insertMedia, storedHashes } from '../../../media/media.queries.ts'
import { type IngestedAudio, probeReceivedAudio, type Received } from '../../../media/probe/ingest.ts'
import { probeProcess } from '../../../media/probe/probe-process.ts'
import { reserveFiles, tryRemoveUnusedFiles } from '../../../media/storage/unused-files.ts'
import { credentialsFor } from '../source/secrets.ts'
import type { SourceDeps } from '../source/source-deps.ts'
import { findKeepable, type KeepableRecording, setKept } from './keep.queries.ts'
import { type AskFrom, resumedDownload } from './resumed-download.ts'

/**
 * Fetches a recording into the own storage, through the same reading as uploads; its address serves that from then on. Nothing
 * happens to one that is not to be kept any more, or has another address by then.
 *
 * @throws OriginFailure, EgressError, AppError of the storage and of the probe, JobEnded
 */
export async function fetchRecording(
  deps: SourceDeps,
  recording: KeepableRecording,
  held: HeldRun,
): Promise<void> {
  const bytes = resumedDownload(askFor(deps, recording, held.signal), held.signal)
  await using file = await deps.storage.receive(bytes, deps.config.maxAudioBytes)
  const received = await probeReceivedAudio(deps, file, probeProcess.forUpload(held.signal))
  await using temporary = new AsyncDisposableStack()
  temporary.use(received.file)
  await held.check()
  await keepReceived(deps, recording, received, held)
}

function askFor(
  { egress, tokenKeys }: SourceDeps,
  { originUrl, sourceUrl, secret, isOfEditor }: KeepableRecording,
  signal: AbortSignal,
): AskFrom {
  return (headers) =>
    egress.stream({
      url: originUrl,
      isEditor: isOfEditor === 1,
      headers: { accept: 'audio/*, */*;q=0.5', ...headers },
      ...credentialsFor(tokenKeys.sources, originUrl, { url: sourceUrl, secret }),
      signal,
    })
}

async function keepReceived(
  deps: SourceDeps,
  recording: KeepableRecording,
  { file, media, parts = [] }: Received<IngestedAudio>,
  held: HeldRun,
): Promise<void> {
  const all = [...parts, { file, media }]
  const release = await reserveFiles(
    deps,
    all.map((each) => each.media),
  )
  try {
    for (const { file: stored, media: own } of all) await stored.keep(own.contentType)
    await putInPlace(deps, recording, media, held)
  } finally {
    await release().catch((error: unknown) => deps.log.warn({ err: error }, 'discarding a kept recording'))
  }
}

async function putInPlace(
  deps: SourceDeps,
  { itemId, podcastId, originUrl }: KeepableRecording,
  { tags: _tags, ...media }: IngestedAudio,
  held: HeldRun,
): Promise<void> {
  const change = { changes: [`podcasts/${podcastId}` as const], files: filesOf(media) }
  const dropped = await changeCatalogue(deps, change, async (transaction, alsoChanged) => {
    await held.hold(transaction)
    const present = await findKeepable(transaction, itemId)
    if (!present || present.keep === 'none' || present.originUrl !== originUrl) return []
    const { id } = await insertMedia(transaction, media)
    await setRecordingSound(transaction, present.recordingId, { mediaId: id, tracks: [] })
    await setKept(transaction, itemId, { mediaId: id, now: deps.clock() })
    const former = present.keptMediaId === null ? [] : await deleteMedia(transaction, [present.keptMediaId])
    alsoChanged(...former.map(({ key }) => `media/${key}` as const))
    return former
  })
  await tryRemoveUnusedFiles(deps, storedHashes(dropped))
}

/** Has recordings relayed again, and removes their bytes, all in one transaction. */
export async function releaseRecordings(
  deps: SourceDeps,
  podcastId: number,
  itemIds: readonly number[],
  held: HeldRun,
): Promise<void> {
  if (itemIds.length === 0) return
  const changes = [`podcasts/${podcastId}` as const]
  const dropped = await changeCatalogue(deps, { changes }, async (transaction, alsoChanged) => {
    await held.hold(transaction)
    const mediaIds: number[] = []
    for (const itemId of itemIds) {
      const present = await findKeepable(transaction, itemId)
      if (!present || present.keptMediaId === null) continue
      await setRecordingSound(transaction, present.recordingId, { mediaId: null, tracks: [] })
      await setKept(transaction, itemId, null)
      mediaIds.push(present.keptMediaId)
    }
    const deleted = await deleteMedia(transaction, mediaIds)
    alsoChanged(...deleted.map(({ key }) => `media/${key}` as const))
    return deleted
  })
  await tryRemoveUnusedFiles(deps, storedHashes(dropped))
}
