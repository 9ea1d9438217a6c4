import type { FastifyInstance, FastifyReply } from 'fastify'
import type { DeviceRow } from '../../people/devices/devices.queries.ts'
import type { PeopleDeps } from '../../people/sessions/people-deps.ts'
import { opmlType, writeOpml } from '../opml/write-opml.ts'
import * as scopes from './gpodder-scope.ts'
import * as service from './subscriptions.service.ts'

interface Params {
  readonly user: string
  readonly device: string
}

interface Changes {
  Params: Params
  Querystring: { readonly since?: unknown }
}

export function registerSubscriptions(scope: FastifyInstance, deps: PeopleDeps): void {
  scope.get<Changes>('/api/2/subscriptions/:user/:device', scopes.hidden, async (request) => {
    scopes.appIdOf(request.params.device, ['json'])
    const device = scopes.deviceOf(request)
    return await service.tellSubscriptions(deps, device, scopes.sinceOf(request.query), scopes.failure)
  })

  scope.post<Changes>('/api/2/subscriptions/:user/:device', scopes.hidden, async (request) => {
    scopes.appIdOf(request.params.device, ['json'])
    const changes = readChanges(scopes.readJson(request))
    const device = scopes.deviceOf(request)
    const update_urls = await service.changeSubscriptions(deps, device, changes, scopes.failure)
    await service.openTold(deps, device, update_urls)
    return { timestamp: service.presentSecond(deps), update_urls }
  })
  registerSimple(scope, deps)
}

function registerSimple(scope: FastifyInstance, deps: PeopleDeps): void {
  const formats = ['json', 'opml', 'txt']

  scope.get('/subscriptions/:user', scopes.hidden, async (request, reply) => {
    const format = scopes.requireFormat(request, ...formats)
    return await answerList(deps, reply, scopes.deviceOf(request), format)
  })

  scope.get<{ Params: Params }>('/subscriptions/:user/:device', scopes.hidden, async (request, reply) => {
    const { format } = scopes.appIdOf(request.params.device, formats)
    return await answerList(deps, reply, scopes.deviceOf(request), format)
  })

  scope.put<{ Params: Params }>('/subscriptions/:user/:device', scopes.hidden, async (request, reply) => {
    const { format } = scopes.appIdOf(request.params.device, ['json', 'txt'])
    const urls = format === 'json' ? readUrls(scopes.readJson(request)) : linesOf(request.body)
    await service.replaceSubscriptions(deps, scopes.deviceOf(request), urls, scopes.failure)
    return scopes.answerEmpty(reply)
  })
}

async function answerList(
  deps: PeopleDeps,
  reply: FastifyReply,
  device: DeviceRow,
  format: string,
): Promise<unknown> {
  const rows = await service.listTitledSubscriptions(deps, device, scopes.failure)
  if (format === 'json') return rows.map(({ url }) => url)
  if (format === 'txt') {
    return reply.type('text/plain; charset=utf-8').send(rows.map(({ url }) => `${url}\n`).join(''))
  }
  return reply.type(opmlType).send(writeOpml('Subscriptions', rows))
}

/** Of one request. */
const maxUrls = 5000

/** @throws AppError InvalidBody for another shape, and for what is both added and removed */
export function readChanges(body: unknown): service.SubscriptionChanges {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw scopes.failure('InvalidBody')
  const { add = [], remove = [] } = body as { readonly add?: unknown; readonly remove?: unknown }
  const changes = { add: readUrls(add), remove: readUrls(remove) }
  const removed = new Set(changes.remove)
  if (changes.add.some((url) => removed.has(url)))
    throw scopes.failure('InvalidBody', { description: 'An address is both added and removed.' })
  return changes
}

function readUrls(value: unknown): string[] {
  if (!Array.isArray(value) || value.length > maxUrls) throw scopes.failure('InvalidBody')
  return value.map((url: unknown) => {
    if (typeof url !== 'string' || url.includes('\0')) throw scopes.failure('InvalidBody')
    return url
  })
}

function linesOf(body: unknown): string[] {
  const text = typeof body === 'string' ? body : ''
  return readUrls(text.split(/\r?\n/).filter((line) => line.trim() !== ''))
}
