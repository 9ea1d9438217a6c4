import { answerProbeRequest } from '../src/media/probe/probe-request.ts'

/**
 * Probes media files for the server in a child process without settings and secrets: hostile files may exhaust a
 * decoder's time and memory. Ends with the server's channel.
 */

process.on('message', (job) => void answerProbeRequest(job).then((answer) => process.send?.(answer)))
process.on('disconnect', () => process.exit(0))
