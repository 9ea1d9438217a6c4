import { isEmail } from '@earmark/contract/emails.ts'
import type { EndpointInput } from '@earmark/contract/endpoint.ts'
import { createInvitation, type Invitation } from '@earmark/contract/invitations.ts'
import type { FailureOf } from '../../errors.ts'
import { type Api, noContent } from '../../http/api.ts'
import { viewerOf } from '../../http/guard/viewer.ts'
import { invitationLink, issueInvitation } from '../mail/invitations.ts'
import { insertMail, mailJob } from '../mail/mails.queries.ts'
import type { PeopleDeps } from '../sessions/people-deps.ts'
import { findAccountByEmail } from './users.queries.ts'

export function registerInvitations(api: Api, deps: PeopleDeps): void {
  api.route({
    ...createInvitation,
    handler: async (request, reply) => {
      const made = await invite(deps, request.body, viewerOf(request).userId, request.failure)
      if (made === null) return noContent(reply)
      reply.code(201)
      return made
    },
  })
}

type InviteFailure = FailureOf<'InvalidEmail' | 'DuplicateEmail' | 'RegistrationClosed'>

/** @returns null when the link is mailed */
async function invite(
  { config, db, clock, jobs }: PeopleDeps,
  { email, role }: EndpointInput<typeof createInvitation>['body'],
  invitedBy: string,
  failure: InviteFailure,
): Promise<Invitation | null> {
  if (config.registration === 'closed') throw failure('RegistrationClosed')
  if (!email) {
    const { token, expiresAt } = await issueInvitation(
      db.connection,
      { role, invitedBy, email: null },
      clock(),
    )
    return { link: invitationLink(config.publicUrl, token), expiresAt: new Date(expiresAt).toISOString() }
  }
  if (!isEmail(email)) throw failure('InvalidEmail', { field: 'email' })
  if (await findAccountByEmail(db.connection, email)) throw failure('DuplicateEmail', { field: 'email' })
  const mail = { kind: 'invitation', email, role, invitedBy } as const
  await db.connection.transaction().execute((transaction) => insertMail(transaction, mail, clock()))
  jobs.wake(mailJob)
  return null
}
