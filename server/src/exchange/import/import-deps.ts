import type { MediaDeps } from '../../media/storage/files/storage.ts'

/** What a run of an import is given, by a server as by the command beside it. */
export type ImportDeps = MediaDeps
