import { StartError } from '../../config/start-error.ts'

/** The message is one sentence for the operator. */
export class ArchiveError extends StartError {}
