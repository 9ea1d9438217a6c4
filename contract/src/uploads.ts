import { maxOpenUploads, uploadLifeHours } from './limits.ts'
import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { Instant, NoContent } from './fields.ts'

/** Files that are sent in several requests (tus 1.0.0), to be brought in together as a batch. */

/** Bytes of UTF-8. */
export const maxRelativePathBytes = 1024
/** Folders above a file. */
export const maxRelativePathLevels = 12

const Uuid = Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' })
const Bytes = Type.Integer({ minimum: 0 })

export const Upload = Type.Object({
  id: Uuid,
  fileName: Type.String(),
  relativePath: Type.String({ description: 'Below the folder that was dropped, parted by `/`' }),
  batch: Uuid,
  sizeBytes: Bytes,
  receivedBytes: Bytes,
  expiresAt: Instant,
})
export type Upload = Static<typeof Upload>

const tags = ['Uploads']
const params = Type.Object({ id: Uuid })

export const listUploads = {
  method: 'GET',
  url: '/uploads',
  schema: {
    operationId: 'listUploads',
    summary: 'The own uploads that have not expired, the oldest first',
    tags,
    response: { 200: Type.Array(Upload) },
  },
} as const satisfies Endpoint

export const createUpload = {
  method: 'POST',
  url: '/uploads',
  schema: {
    operationId: 'createUpload',
    summary: 'Begin an upload (tus 1.0.0, creation and creation-with-upload)',
    tags,
    description: `Headers: \`Tus-Resumable: 1.0.0\` (else 412), \`Upload-Length\`, and \`Upload-Metadata\` with \`fileName\`, \`relativePath\` (at most ${maxRelativePathBytes} bytes and ${maxRelativePathLevels} folders) and \`batch\` (a UUID; a fresh one otherwise). \`Location\` is the upload. An account has at most ${maxOpenUploads} that are not complete; one expires ${uploadLifeHours} hours after its last byte.`,
    errors: ['PathInvalid', 'PreconditionFailed', 'FileTooLarge', 'TooManyUploads', 'UploadBusy'],
    bytes: 'optional',
    response: { 201: NoContent },
  },
} as const satisfies Endpoint

export const getUploadOffset = {
  method: 'HEAD',
  url: '/uploads/:id',
  schema: {
    operationId: 'getUploadOffset',
    summary: 'How much of an upload is here: `Upload-Offset` and `Upload-Length`',
    tags,
    errors: ['PreconditionFailed', 'UploadExpired', 'UploadBusy'],
    params,
    response: { 200: NoContent },
  },
} as const satisfies Endpoint

export const continueUpload = {
  method: 'PATCH',
  url: '/uploads/:id',
  schema: {
    operationId: 'continueUpload',
    summary: 'Send bytes of an upload from `Upload-Offset` on',
    tags,
    description:
      'What has come of a request that ends early stays. `UploadBusy` (423): another request sends bytes of it at this moment. A POST with `X-HTTP-Method-Override` is what that says: PATCH, DELETE or HEAD.',
    errors: ['PreconditionFailed', 'UploadOffsetMismatch', 'FileTooLarge', 'UploadExpired', 'UploadBusy'],
    params,
    bytes: 'required',
    response: { 204: NoContent },
  },
} as const satisfies Endpoint

export const removeUpload = {
  method: 'DELETE',
  url: '/uploads/:id',
  schema: {
    operationId: 'removeUpload',
    summary: 'End an upload and remove its bytes',
    tags,
    errors: ['PreconditionFailed', 'UploadExpired'],
    params,
    response: { 204: NoContent },
  },
} as const satisfies Endpoint
