import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/**
 * Looks into media files for the server that started it: a process of its own, because hostile files may take a
 * decoder's time and memory without bound, and what decoders take is given back only when a process ends. Holds no
 * settings and no secrets. Ends with the server, or when the server closes the channel.
 */
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node'))
const { answerProbeRequest } = await import('../src/media/probe/probe-request.ts')

process.on('message', (job) => void answerProbeRequest(job).then((answer) => process.send?.(answer)))
process.on('disconnect', () => process.exit(0))
