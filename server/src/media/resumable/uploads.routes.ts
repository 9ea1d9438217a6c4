import * as contract from '@earmark/contract/uploads.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { localApiRoot } from '../../config/config.ts'
import { AppError } from '../../errors.ts'
import { type Api, noContent } from '../../http/api.ts'
import { viewerOf } from '../../http/guard/viewer.ts'
import type { ReadBytes } from '../../http/input/uploads.ts'
import * as tus from './tus-headers.ts'
import { UploadWriters } from './upload-writers.ts'
import * as uploads from './uploads.service.ts'
import type { UploadDeps } from './write-upload.ts'

/** tus 1.0.0 with creation, creation-with-upload, expiration and termination (0055). */
export function registerUploadRoutes(app: FastifyInstance, deps: UploadDeps): void {
  const service = { ...deps, writers: new UploadWriters() }
  const stop = () => service.writers.stopAll(new AppError('ServiceUnavailable'))
  app.addHook('preClose', stop)
  // Requests that were on their way.
  app.addHook('onClose', stop)
  void app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply, payload) => {
      reply.header('tus-resumable', tus.tusVersion)
      return payload
    })
    const api = scope as unknown as Api
    registerCreation(scope, api, service)
    registerReads(api, service)
    registerContinuation(api, service)
  })
}

function registerCreation(scope: FastifyInstance, api: Api, service: uploads.UploadService): void {
  const { config } = service
  scope.options(
    '/uploads',
    {
      schema: { hide: true },
      onSend: async (_request, reply, payload) => {
        reply.header('tus-version', tus.tusVersion)
        reply.header('tus-extension', tus.tusExtensions).header('tus-max-size', config.maxAudioBytes)
        return payload
      },
    },
    (_request, reply) => reply.code(204).send(),
  )
  api.route({
    ...contract.createUpload,
    handler: async (request, reply) => {
      const { headers, failure } = request
      tus.requireTus(headers, reply, failure)
      const sizeBytes = tus.readUploadLength(headers, failure)
      const metadata = tus.readMetadata(headers, failure)
      const length = tus.bodyLength(headers)
      if (length !== null && length > sizeBytes) throw failure('FileTooLarge')
      const { userId } = viewerOf(request)
      const created = await uploads.createUpload(service, userId, metadata, sizeBytes, failure)
      const row =
        length === 0
          ? created
          : await uploads.beginUpload(service, created, { offset: 0, length, read: readOf(request) })
      reply.code(201).header('location', `${localApiRoot(config)}/uploads/${row.id}`)
      return await tus.tellOffset(reply, row).send()
    },
  })
}

function registerReads(api: Api, service: uploads.UploadService): void {
  api.route({
    ...contract.listUploads,
    handler: async (request) => await uploads.listUploads(service, viewerOf(request).userId),
  })

  api.route({
    ...contract.getUploadOffset,
    config: { swagger: { exposeHeadRoute: true } },
    handler: async (request, reply) => {
      const { headers, params, failure } = request
      tus.requireTus(headers, reply, failure)
      const row = await uploads.findOffset(
        service,
        viewerOf(request).userId,
        params.id.toLowerCase(),
        failure,
      )
      return await tus.describeUpload(reply, row).send()
    },
  })
}

function registerContinuation(api: Api, service: uploads.UploadService): void {
  api.route({
    ...contract.continueUpload,
    handler: async (request, reply) => {
      const { headers, params, failure } = request
      tus.requireTus(headers, reply, failure)
      const offset = tus.readBytes(headers, 'upload-offset', failure)
      const continuation = { offset, length: tus.bodyLength(headers), read: readOf(request) }
      const { userId } = viewerOf(request)
      const id = params.id.toLowerCase()
      const row = await uploads.continueUpload(service, userId, id, continuation, failure)
      return noContent(tus.tellOffset(reply, row))
    },
  })

  api.route({
    ...contract.removeUpload,
    handler: async (request, reply) => {
      const { headers, params, failure } = request
      tus.requireTus(headers, reply, failure)
      const { userId } = viewerOf(request)
      return noContent(reply, await uploads.removeUpload(service, userId, params.id.toLowerCase(), failure))
    },
  })
}

/** Empty bodies are not parsed. */
function readOf({ body }: FastifyRequest): ReadBytes {
  return (body as ReadBytes | undefined) ?? noBytes
}

async function* noBytes(): AsyncGenerator<Buffer, void> {}
