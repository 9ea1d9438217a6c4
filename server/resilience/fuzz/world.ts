import { randomUUID } from 'node:crypto'
import { type Role, roles } from '@earmark/contract/roles.ts'
import { type EmailTokenKind, issueEmailToken } from '../../src/people/mail/email-tokens.ts'
import { anyFailure } from '../../src/errors.ts'
import { openSession } from '../../src/people/sessions/sessions.service.ts'
import type { PlacedOperation } from '../../src/testing/api-document.ts'
import { makeUser } from '../../src/testing/people.ts'
import type { TestServer } from '../../src/testing/server.ts'
import { type Actor, type Draft, type Header, isVersion, recordOfVersion, type Reference } from './draft.ts'
import { pathOf } from './operation-at.ts'
import { RecordsThere } from './records-there.ts'
import type { WireAnswer } from './senders.ts'

/** Somebody who is signed in. */
interface Seat {
  readonly userId: string
  readonly email: string
  readonly deviceId: string
  readonly accessToken: string
  readonly refreshToken: string
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

/** Entries of a library that are remembered. */
const mostEntries = 30

/**
 * What there is while requests come: an account of each role that is signed in again whatever was done to it, records,
 * links that were mailed. Learns from answers what has been added and what has gone.
 */
export class World {
  readonly #server: TestServer
  readonly #records: RecordsThere
  readonly #seats = new Map<Role, Seat>()
  readonly #entries = new Map<Actor, number[]>()
  readonly #links = new Map<string, MailedLink>()
  /** Signed out by what was done. */
  readonly #lost = new Set<Role>(roles)

  constructor(server: TestServer) {
    this.#server = server
    this.#records = new RecordsThere(server)
  }

  /** Something of this kind that there is, or was a moment ago. */
  find({ kind, offset }: Reference, { pick, actor, operation }: Draft): string | number {
    const seat = this.#seatOf(actor === 'nobody' ? 'User' : actor)
    const place = pick + offset
    if (kind === 'podcastOfEpisode') return this.#records.at('episode', place).podcastId as number
    if (kind === 'email')
      return pick % 2 === 0 ? seat.email : (this.#records.at('user', place).email as string)
    if (kind === 'me') return seat.userId
    if (kind === 'accessToken' || kind === 'refreshToken') return seat[kind]
    if (kind === 'entry') {
      const entries = this.#entries.get(actor) ?? []
      return entries[place % entries.length] ?? 1
    }
    const link = this.#links.get(operation.operationId)
    if (kind === 'mailedUser') return link?.userId ?? ''
    if (kind === 'mailedEmail') return link?.email ?? ''
    if (kind === 'mailedToken') return link?.token ?? ''
    if (isVersion(kind)) return this.#records.at(recordOfVersion(kind), place).updatedAt ?? ''
    return this.#records.at(kind, place).id
  }

  headersOf(actor: Actor): readonly Header[] {
    if (actor === 'nobody') return [['x-deviceid', randomUUID()]]
    const { deviceId, accessToken } = this.#seatOf(actor)
    return [
      ['x-deviceid', deviceId],
      ['authorization', `Bearer ${accessToken}`],
    ]
  }

  /** Takes note of what an answer says. */
  learn(
    actor: Actor,
    operation: PlacedOperation | undefined,
    url: string,
    { status, body }: WireAnswer,
  ): void {
    if (status === 401 && actor !== 'nobody') this.#lost.add(actor)
    if (!operation || status >= 300) return
    const { operationId } = operation
    this.#records.learn(operationId, pathOf(url), body)
    if (operationId in linkKinds) this.#links.delete(operationId)
    if (status !== 201 || !operationId.endsWith('ToLibrary')) return
    const added = [JSON.parse(body) as { id: number } | { id: number }[]].flat().map(({ id }) => id)
    this.#entries.set(actor, [...(this.#entries.get(actor) ?? []), ...added].slice(-mostEntries))
  }

  /** Makes what has become scarce, takes away what has become too much. */
  async tend(): Promise<void> {
    // What lasts for a time only is over some day.
    this.#server.time.now += 1_000
    for (const role of this.#lost) await this.#seat(role)
    this.#lost.clear()
    const headers = Object.fromEntries(this.headersOf('Admin'))
    await this.#records.tend((path) =>
      this.#server.app.inject({ method: 'DELETE', url: `/api/${path}`, headers }),
    )
    for (const [operationId, kind] of Object.entries(linkKinds)) {
      if (!this.#links.has(operationId)) this.#links.set(operationId, await this.#mail(kind))
    }
  }

  #seatOf(role: Role): Seat {
    return this.#seats.get(role) as Seat
  }

  async #seat(role: Role): Promise<void> {
    const account = await makeUser(this.#server, { role })
    const deviceId = randomUUID()
    const pair = await openSession(this.#server.deps, account, deviceId, anyFailure)
    this.#seats.set(role, { userId: account.id, email: account.email, deviceId, ...pair })
    this.#entries.delete(role)
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
