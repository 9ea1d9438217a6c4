import { randomUUID } from 'node:crypto'
import { type Role, roles } from '@earmark/contract/roles.ts'
import { beginConnection, type Begun } from '../../src/exchange/gpodder/connections.service.ts'
import { addFeedToken } from '../../src/exchange/feeds/tokens/feed-tokens.service.ts'
import { addDevice } from '../../src/people/devices/devices.service.ts'
import { type EmailTokenKind, issueEmailToken } from '../../src/people/mail/email-tokens.ts'
import { anyFailure } from '../../src/errors.ts'
import { openSession } from '../../src/people/sessions/sessions.service.ts'
import type { PlacedOperation } from '../../src/testing/api-document.ts'
import { makeUser } from '../../src/testing/people.ts'
import type { TestServer } from '../../src/testing/server.ts'
import {
  type Actor,
  type Draft,
  type Header,
  isVersion,
  type Known,
  recordOfVersion,
  type Reference,
} from './draft.ts'
import { ImportsThere } from './imports-there.ts'
import { FilesThere, isFileKind } from './files-there.ts'
import { pathOf } from './operation-at.ts'
import { type OwnKind, ownKinds, OwnThings } from './own-things.ts'
import { type PlacedRecord, RecordsThere } from './records-there.ts'
import type { WireAnswer } from './senders.ts'

/** Somebody who is signed in. */
interface Seat {
  readonly userId: string
  readonly email: string
  readonly deviceId: string
  readonly accessToken: string
  readonly refreshToken: string
  /** Of an app (RFC 7617). */
  readonly basic: string
  readonly feedToken: string
}

interface MailedLink {
  readonly userId: string
  readonly email: string
  readonly token: string
}

/** The links that these operations take. */
const linkKinds: Readonly<Record<string, EmailTokenKind>> = {
  confirmEmail: 'confirm-email',
  confirmChangeEmail: 'change-email',
  resetPassword: 'reset-password',
}

/** An app that waits to be connected is replaced before its five minutes are over. */
const waitingMs = 200_000

/**
 * What there is while requests come: an account of each role that is signed in again whatever was done to it, records,
 * links that were mailed. Learns from answers what has been added and what has gone.
 */
export class World {
  readonly #server: TestServer
  readonly #records: RecordsThere
  readonly #seats = new Map<Role, Seat>()
  readonly #imports: ImportsThere
  readonly #files: FilesThere
  readonly #own = new OwnThings()
  #waiting: (Begun & { readonly since: number }) | null = null
  /** Of the app that was allowed last. */
  #pollToken = ''
  readonly #links = new Map<string, MailedLink>()
  /** Signed out by what was done. */
  readonly #lost = new Set<Role>(roles)

  constructor(server: TestServer) {
    this.#server = server
    this.#records = new RecordsThere(server)
    this.#imports = new ImportsThere(server)
    this.#files = new FilesThere(server)
  }

  /** Something of this kind that there is, or was a moment ago. */
  find({ kind, offset }: Reference, { pick, actor, operation }: Draft): string | number {
    const seat = this.#seatOf(actor === 'nobody' ? 'User' : actor)
    const place = pick + offset
    if (kind === 'podcastOfEpisode') return this.#records.at('episode', place).podcastId as number
    if (kind === 'email')
      return pick % 2 === 0 ? seat.email : (this.#records.at('user', place).email as string)
    if (kind === 'me') return seat.userId
    if (kind === 'accessToken' || kind === 'refreshToken' || kind === 'feedToken') return seat[kind]
    if (kind === 'connectToken') return this.#waiting?.token ?? ''
    if (kind === 'pollToken') return this.#pollToken
    if (kind === 'import') return this.#imports.at(place).importId
    if (kind === 'importBook') return this.#imports.at(place).id
    if (isOwnKind(kind)) return this.#own.at(kind, actor, place)
    if (isFileKind(kind)) return this.#files.names[kind]
    if (kind === 'versionedId') return `${this.#recordAt(operation, place).id}-0`
    if (kind === 'feedUpdatedAt') {
      const { feedUpdatedAt, updatedAt = '' } = this.#recordAt(operation, place)
      return feedUpdatedAt ?? updatedAt
    }
    if (kind === 'feedUrl')
      return `${this.#publicUrl}/feeds/podcasts/${this.#records.at('podcast', place).id}.xml`
    if (kind === 'itemGuid') return `earmark-episode-${this.#records.at('episode', place).id}@localhost`
    const link = this.#links.get(operation.operationId)
    if (kind === 'mailedUser') return link?.userId ?? ''
    if (kind === 'mailedEmail') return link?.email ?? ''
    if (kind === 'mailedToken') return link?.token ?? ''
    if (isVersion(kind)) return this.#records.at(recordOfVersion(kind), place).updatedAt ?? ''
    return this.#records.at(kind, place).id
  }

  headersOf(actor: Actor, { path }: Pick<PlacedOperation, 'path'>): readonly Header[] {
    if (actor === 'nobody') return [['x-deviceid', randomUUID()]]
    const { deviceId, accessToken, basic } = this.#seatOf(actor)
    if (path.startsWith('/gpodder/')) return [['authorization', basic]]
    return [
      ['x-deviceid', deviceId],
      ['authorization', `Bearer ${accessToken}`],
    ]
  }

  /** Takes note of what an answer says. */
  learn(actor: Actor, operation: PlacedOperation | undefined, url: string, answer: WireAnswer): void {
    const { status, body } = answer
    if (status === 401 && actor !== 'nobody') this.#lost.add(actor)
    if (!operation || status >= 300) return
    const { operationId } = operation
    this.#records.learn(operationId, pathOf(url), body)
    this.#imports.learn(operationId, pathOf(url))
    this.#own.learn(actor, operationId, answer)
    if (operationId === 'answerConnection') this.#endWaiting()
    if (operationId in linkKinds) this.#links.delete(operationId)
  }

  /** Makes what has become scarce, takes away what has become too much. */
  async tend(): Promise<void> {
    // What lasts for a time only is over some day.
    this.#server.time.now += 1_000
    for (const role of this.#lost) await this.#seat(role)
    this.#lost.clear()
    const headers = Object.fromEntries(this.headersOf('Admin', { path: '/api' }))
    await this.#records.tend((path) =>
      this.#server.app.inject({ method: 'DELETE', url: `/api/${path}`, headers }),
    )
    await this.#imports.tend()
    await this.#files.tend()
    const { now } = this.#server.time
    if (this.#waiting === null || now - this.#waiting.since > waitingMs)
      this.#waiting = { ...(await beginConnection(this.#server.deps, 'Fuzz/1.0')), since: now }
    for (const [operationId, kind] of Object.entries(linkKinds)) {
      if (!this.#links.has(operationId)) this.#links.set(operationId, await this.#mail(kind))
    }
  }

  /** Of an app that was answered. */
  #endWaiting(): void {
    if (this.#waiting) this.#pollToken = this.#waiting.pollToken
    this.#waiting = null
  }

  /** The record of an address that does not say which id is whose. */
  #recordAt({ path }: PlacedOperation, place: number): PlacedRecord {
    if (path.includes('/audio-books/')) return this.#records.at('audioBook', place)
    return this.#records.at(path.includes('/podcasts/') ? 'podcast' : 'episode', place)
  }

  get #publicUrl(): string {
    return this.#server.deps.config.publicUrl
  }

  #seatOf(role: Role): Seat {
    return this.#seats.get(role) as Seat
  }

  async #seat(role: Role): Promise<void> {
    const account = await makeUser(this.#server, { role })
    const deviceId = randomUUID()
    const pair = await openSession(this.#server.deps, account, deviceId, anyFailure)
    const { deps } = this.#server
    const { password } = await addDevice(deps, account.id, 'App', anyFailure)
    const { token: feedToken } = await addFeedToken(deps, account.id, 'App', anyFailure)
    const basic = `Basic ${Buffer.from(`${account.email}:${password}`).toString('base64')}`
    const { id: userId, email } = account
    this.#seats.set(role, { userId, email, deviceId, ...pair, basic, feedToken })
    this.#own.forget(role)
  }

  async #mail(kind: EmailTokenKind): Promise<MailedLink> {
    const isConfirmed = kind !== 'confirm-email'
    const { id: userId, email } = await makeUser(this.#server, { isConfirmed })
    const address = kind === 'change-email' ? { newEmail: `${randomUUID()}@example.org` } : {}
    const link = { userId, kind, ...address }
    const token = await issueEmailToken(this.#server.deps.db.connection, link, this.#server.time.now)
    return { userId, email: address.newEmail ?? email, token }
  }
}

function isOwnKind(kind: Known): kind is OwnKind {
  return ownKinds.some((own) => own === kind)
}
