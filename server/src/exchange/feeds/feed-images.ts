import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { fileLock } from '../../db/changes/change-catalogue.ts'
import { openToEveryone } from '../../http/guard/access.ts'
import { timeLimits } from '../../http/connections/limits.ts'
import { mediaFile, mediaKeyOf } from '../../media/content-type.ts'
import { createMediaSender } from '../../media/delivery/send-media.ts'
import { insertMedia, type NewMedia } from '../../media/media.queries.ts'
import { feedImageSide } from '../../media/probe/images.ts'
import { probeProcess } from '../../media/probe/probe-process.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { reserveFiles } from '../../media/storage/unused-files.ts'
import { notFound } from './answer-feed.ts'
import { type FedCover, findFedCover, insertFeedImage } from './feed-images.queries.ts'

/**
 * `/feeds/images/{key of a cover}.jpg`, made when it is first asked for. Also on a server for members, whose apps send no
 * session: nobody guesses a key.
 */
export function registerFeedImages(app: FastifyInstance, deps: MediaDeps): void {
  const { connection } = deps.db
  const sendMedia = createMediaSender(deps, timeLimits.unreadMs)
  const making = new Map<string, Promise<unknown>>()

  app.route<{ Params: { key: string } }>({
    // The framework's own HEAD states no length.
    method: ['GET', 'HEAD'],
    url: '/feeds/images/:key.jpg',
    ...openToEveryone,
    schema: { hide: true },
    handler: async (request, reply) => {
      const key = mediaKeyOf(`${request.params.key}.jpg`)
      const cover = key === null ? undefined : await findFedCover(connection, key)
      if (key === null || !cover) return notFound(reply)
      if (cover.imageKey === null) await makeOnce(key, cover)
      const imageKey = cover.imageKey ?? (await findFedCover(connection, key))?.imageKey
      if (!imageKey) return notFound(reply)
      reply.header('access-control-allow-origin', '*')
      await sendMedia(request, reply, mediaFile(imageKey, 'image/jpeg'), null)
    },
  })

  async function makeOnce(key: string, cover: FedCover): Promise<void> {
    const present = making.get(key) ?? makeFeedImage(deps, cover).finally(() => making.delete(key))
    making.set(key, present)
    await present
  }
}

const grey = '#808080'

/** Stored as the pictures of uploads are (`unused-files.ts`). */
async function makeFeedImage(deps: MediaDeps, cover: FedCover): Promise<void> {
  const { db, storage } = deps
  const color = cover.color ?? grey
  await using original = await storage.localFile(cover)
  const bytes = await probeProcess.renderFeedImage(original.path, cover.sizeBytes, color)
  await using file = await storage.receive(Readable.from([bytes]), Number.MAX_SAFE_INTEGER)
  const media: NewMedia = {
    sha256: file.sha256,
    sizeBytes: file.sizeBytes,
    contentType: 'image/jpeg',
    durationMs: null,
    width: feedImageSide,
    height: feedImageSide,
    color,
    placeholder: null,
    createdAt: deps.clock(),
  }
  const release = await reserveFiles(deps, [media])
  try {
    await file.keep(media.contentType)
    await db.connection.transaction().execute(async (transaction) => {
      await db.dialect.lock(transaction, [fileLock(media)])
      await insertFeedImage(transaction, cover.id, (await insertMedia(transaction, media)).id)
    })
  } finally {
    await release()
  }
}
