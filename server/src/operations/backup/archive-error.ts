import { StartError } from '../../config/start-error.ts'

/** Why a backup or a restore goes no further: one sentence for whoever asked for it. */
export class ArchiveError extends StartError {}
