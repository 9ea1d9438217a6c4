import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/**
 * Probes media files for the server in a child process without settings and secrets: hostile files may exhaust a
 * decoder's time and memory. Ends with the server's channel.
 */
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node'))
const { answerProbeRequest } = await import('../src/media/probe/probe-request.ts')

process.on('message', (job) => void answerProbeRequest(job).then((answer) => process.send?.(answer)))
process.on('disconnect', () => process.exit(0))
