import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag } from '../../http/responses/send-response.ts'
import type { FedKind } from './settings/feed-rows.queries.ts'

export const feedType = 'application/rss+xml; charset=utf-8'

export function etagOf(kind: FedKind, id: number, revision: number, page: number): string {
  return `W/"${kind}${id}-${revision}-${page}"`
}

/** Whether a client has exactly this; `*` says nothing of what it has. */
export function isKnown({ headers: { 'if-none-match': known } }: FastifyRequest, etag: string): boolean {
  return known !== undefined && known.trim() !== '*' && matchesEtag(known, etag)
}

export function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound()
  return reply
}

export function readId(text: string): number | null {
  const id = Number(text)
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(id) ? id : null
}

/** `page` of a query, 1 without one; null for what is no page's number. */
export function readPage(url: string): number | null {
  const given = new URLSearchParams(url.split('?', 2)[1] ?? '').getAll('page')
  const [page = '1'] = given
  return given.length <= 1 && /^[1-9]\d{0,8}$/.test(page) ? Number(page) : null
}
