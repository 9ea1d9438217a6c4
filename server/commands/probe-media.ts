import { answerProbeRequest } from '../src/media/probe/probe-request.ts'
import { connectToParent } from '../src/processes/parent.ts'

/**
 * Probes media files for the server in a child process without settings and secrets: hostile files may exhaust a
 * decoder's time and memory.
 */

const send = connectToParent((job) => void answerProbeRequest(job).then(send))
