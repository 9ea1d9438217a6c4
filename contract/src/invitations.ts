import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { Instant, invalidAs, NoContent, Nullable, refusedAs } from './fields.ts'
import { type Role, roles } from './roles.ts'

const RoleName = Type.Unsafe<Role>({ type: 'string', enum: [...roles] })

/** An invitation to register that was not mailed. */
export const Invitation = Type.Object({
  link: Type.String({ description: 'The page to register at; the token in it is told this once' }),
  expiresAt: Instant,
})
export type Invitation = Static<typeof Invitation>

export const createInvitation = {
  method: 'POST',
  url: '/invitations',
  schema: {
    operationId: 'createInvitation',
    summary: 'Invite somebody to register; good once, for seven days',
    tags: ['Users'],
    description:
      'With an address the link is mailed to it, in place of an earlier one (204); without it is answered (201). It ends before its time when its maker ceases to be an administrator.',
    errors: ['InvalidEmail', 'InvalidRole', 'DuplicateEmail', 'RegistrationClosed'],
    body: Type.Object({
      email: Type.Optional(Nullable(Type.String())),
      role: invalidAs('InvalidRole', refusedAs('InvalidRole', RoleName)),
    }),
    response: { 201: Invitation, 204: NoContent },
  },
} as const satisfies Endpoint
