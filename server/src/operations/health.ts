import { pingDatabase } from '../db/database.ts'
import type { FastifyInstance } from 'fastify'
import type { MediaDeps } from '../media/storage/files/storage.ts'
import { AppError } from '../errors.ts'
import { openToEveryone } from '../http/guard/access.ts'
import { sendError } from '../http/responses/error-handler.ts'

const checkTimeoutMs = 3_000

/** `/health/live` while the process runs; `/health/ready` while it can do its work. */
export function registerHealth(app: FastifyInstance, deps: MediaDeps, isReady: () => boolean): void {
  let checking: Promise<unknown> | undefined
  const check = (): Promise<unknown> => {
    const answers = () => Promise.all([pingDatabase(deps.db.connection), deps.storage.check()])
    checking ??= within(checkTimeoutMs, answers()).finally(() => {
      checking = undefined
    })
    return checking
  }
  app.get('/health/live', openToEveryone, async () => ({ status: 'live' }))
  app.get('/health/ready', openToEveryone, async (request, reply) => {
    if (!isReady()) return sendError(reply, new AppError('ServiceUnavailable'))
    try {
      await check()
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      throw new AppError('ServiceUnavailable')
    }
    return { status: 'ready' }
  })
}

/** @throws when `work` has not settled in time; it goes on all the same */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds)
  })
  return await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
