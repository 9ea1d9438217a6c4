import { type ErrorCode, errorStatuses } from '@earmark/contract/error-codes.ts'
import type { FastifyInstance, FastifySchema } from 'fastify'
import type { Access } from '../guard/access.ts'

declare module 'fastify' {
  interface FastifySchema {
    errors?: readonly ErrorCode[]
  }
}

export const generalErrors: readonly ErrorCode[] = [
  'BadRequest',
  'RequestTimeout',
  'ExpectationFailed',
  'HeadersTooLarge',
  'InternalError',
  'ServiceUnavailable',
]

const bodyErrors: readonly ErrorCode[] = ['InvalidBody', 'PayloadTooLarge', 'UnsupportedMediaType']
const fileErrors: readonly ErrorCode[] = [
  'UnexpectedFile',
  'FileTooLarge',
  'UnsupportedMedia',
  'BrokenMedia',
  'UnreadableMedia',
]

interface Operation {
  readonly method: string
  readonly schema: FastifySchema
  readonly access: Access
}

export function operationErrors({ method, schema, access }: Operation): ErrorCode[] {
  const { errors = [], params, querystring, form } = schema
  const isRead = method === 'GET' || method === 'HEAD'
  return [
    ...(querystring ? (['InvalidQuery'] as const) : []),
    ...(isRead ? [] : bodyErrors),
    ...(form ? fileErrors : []),
    ...(access === 'everyone' ? [] : (['Unauthorized'] as const)),
    ...(access === 'everyone' || access === 'User' ? [] : (['Forbidden'] as const)),
    ...(isRead ? [] : (['InvalidXsrfToken', 'InsufficientStorage'] as const)),
    ...(params && !errors.includes('NotFound') ? (['NotFound'] as const) : []),
    ...(isSearch(querystring) ? (['TooManyRequests'] as const) : []),
    ...errors,
  ]
}

function isSearch(querystring: unknown): boolean {
  return 'search' in ((querystring as { properties?: object } | undefined)?.properties ?? {})
}

/** Registered behind the access table. */
export function registerOperationErrors(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { schema, config } = route
    if (schema?.operationId === undefined) return
    const method = String([route.method].flat()[0])
    const access = config?.access ?? 'Admin'
    route.config = {
      ...config,
      errors: new Set([...operationErrors({ method, schema, access }), ...generalErrors]),
    }
  })
}

export function byStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const groups = Map.groupBy(codes, (code) => errorStatuses[code])
  return new Map([...groups].toSorted(([a], [b]) => a - b))
}
