import type { ErrorCode } from '@earmark/contract/errors.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseAwayError, DatabaseFullError } from '../../db/engine/database-errors.ts'
import { type FieldsSchema, refusalOf } from './refusals.ts'
import { logFailure } from '../request-log.ts'
import { apiHeaders } from './security-headers.ts'
import { anyFailure, AppError, AppErrors, errorBody } from '../../errors.ts'

const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PayloadTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UnsupportedMediaType',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'InvalidBody',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'InvalidBody',
  FST_ERR_CTP_INVALID_JSON_BODY: 'InvalidBody',
}

/** Errors of plug-ins such as static files have a status only. */
const statusCodes: Record<number, ErrorCode> = {
  403: 'NotFound',
  404: 'NotFound',
  412: 'PreconditionFailed',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  416: 'RangeNotSatisfiable',
}

declare module 'fastify' {
  interface FastifyContextConfig {
    errors?: ReadonlySet<ErrorCode>
  }
}

export function registerErrorHandler(app: FastifyInstance): void {
  app.decorateRequest('failure', anyFailure)
  app.setErrorHandler((error: FastifyError | AppError | AppErrors, request, reply) => {
    const expected = expectedErrors(error, request)
    if (expected?.every((one) => maySend(request, one)) !== true) {
      const failure = new AppError('InternalError')
      logFailure(reply, failure.status, error, false)
      return sendError(reply, failure)
    }
    const [first] = expected
    if (first.status >= 500) logFailure(reply, first.status, error, true)
    return sendError(reply, ...expected)
  })
}

function expectedErrors(
  error: FastifyError | AppError | AppErrors,
  request: FastifyRequest,
): readonly [AppError, ...AppError[]] | null {
  if (error instanceof AppErrors) return error.errors
  const expected = toAppError(error, request)
  return expected && [expected]
}

/** An undeclared code is a failure of the server. */
function maySend({ routeOptions }: FastifyRequest, { code }: AppError): boolean {
  return routeOptions.config.errors?.has(code) ?? true
}

export function sendError(reply: FastifyReply, ...errors: [AppError, ...AppError[]]): FastifyReply {
  const [{ status, retryAfterMs }] = errors
  // RFC 9110, 11.6.1.
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (retryAfterMs !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfterMs / 1000)))
  return reply
    .code(status)
    .headers(apiHeaders)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(reply.server.finishJson(JSON.stringify(errorBody(...errors))))
}

function toAppError(error: FastifyError | AppError, request: FastifyRequest): AppError | null {
  if (error instanceof AppError) return error
  if (error.validation) return invalidInput(error, request)
  const code = frameworkCodes[error.code] ?? statusCodes[error.statusCode ?? 0]
  if (code) return new AppError(code)
  if (error.statusCode === 400) return new AppError('InvalidBody')
  if (error instanceof DatabaseAwayError) return new AppError('ServiceUnavailable')
  return error instanceof DatabaseFullError ? new AppError('InsufficientStorage') : null
}

function invalidInput({ validation, validationContext }: FastifyError, request: FastifyRequest): AppError {
  if (validationContext === 'params') return new AppError('NotFound')
  const isQuery = validationContext === 'querystring'
  const schema = isQuery ? {} : ((request.routeOptions.schema?.body ?? {}) as FieldsSchema)
  return refusalOf(validation?.[0], schema, isQuery ? 'InvalidQuery' : 'InvalidBody')
}

/** Addresses that are refused before routing, such as malformed encodings, are 404. */
export function refuseAddress(_error: unknown, _request: FastifyRequest, reply: FastifyReply): void {
  sendError(reply, new AppError('NotFound'))
}
