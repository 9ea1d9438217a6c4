import * as auth from '@earmark/contract/auth.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { type Api, noContent } from '../../http/api.ts'
import { deviceIdOf } from '../../http/input/device.ts'
import { viewerOf } from '../../http/guard/viewer.ts'
import type { AuthDeps } from '../limits/limits.ts'
import { deleteSession, deleteSessions } from '../sessions/sessions.queries.ts'
import { refreshSession } from '../sessions/sessions.service.ts'
import { findBearer } from '../sessions/viewer.ts'
import { removeAccount } from '../users/users.service.ts'
import { changeEmail, confirmEmailChange } from './email-change.service.ts'
import { asProven, changePassword, proveOwner, resetPassword } from './password.service.ts'
import { confirmEmail, forgotPassword, register, resendConfirmation } from './registration.service.ts'
import { signIn } from './sign-in.service.ts'

export function registerAuth(api: Api, deps: AuthDeps): void {
  registerSessions(api, deps)
  registerMailedLinks(api, deps)
  registerOwnersChanges(api, deps)
}

function registerSessions(api: Api, deps: AuthDeps): void {
  api.route({
    ...auth.login,
    handler: async (request) => {
      const { body, ip, failure } = request
      return await signIn(deps, { ...body, deviceId: deviceIdOf(request), ip }, failure)
    },
  })

  api.route({
    ...auth.refresh,
    handler: async (request) =>
      await refreshSession(deps, request.body, deviceIdOf(request), request.failure),
  })

  api.route({
    ...auth.logout,
    handler: async (request, reply) => {
      // An expired token is enough to name the session.
      const claims = await findBearer(deps, request)
      if (claims) await deleteSession(deps.db.connection, claims.sessionId)
      return noContent(reply)
    },
  })

  api.route({
    ...auth.revoke,
    handler: async (request, reply) => {
      await deleteSessions(deps.db.connection, viewerOf(request).userId)
      return noContent(reply)
    },
  })
}

/** Calls without a session: registration and mailed links. */
function registerMailedLinks(api: Api, deps: AuthDeps): void {
  api.route({
    ...auth.register,
    handler: async ({ body, ip, failure }, reply) =>
      noContent(reply, await register(deps, body, ip, failure)),
  })
  api.route({
    ...auth.confirmEmail,
    handler: async ({ body, failure }, reply) => noContent(reply, await confirmEmail(deps, body, failure)),
  })
  api.route({
    ...auth.resendConfirmEmail,
    handler: async ({ body, ip, failure }, reply) =>
      noContent(reply, await resendConfirmation(deps, body.email, ip, failure)),
  })
  api.route({
    ...auth.forgotPassword,
    handler: async ({ body, ip, failure }, reply) =>
      noContent(reply, await forgotPassword(deps, body.email, ip, failure)),
  })
  api.route({
    ...auth.resetPassword,
    handler: async ({ body, failure }, reply) => noContent(reply, await resetPassword(deps, body, failure)),
  })
  api.route({
    ...auth.confirmChangeEmail,
    handler: async ({ body, failure }, reply) =>
      noContent(reply, await confirmEmailChange(deps, body, failure)),
  })
}

/** Calls that reauthenticate by the password. */
function registerOwnersChanges(api: Api, deps: AuthDeps): void {
  api.route({
    ...auth.changeEmail,
    handler: async (request, reply) => {
      const change = { ...request.body, ip: request.ip }
      return noContent(reply, await changeEmail(deps, viewerOf(request), change, request.failure))
    },
  })
  api.route({
    ...auth.changePassword,
    handler: async (request, reply) => {
      const change = { ...request.body, ip: request.ip }
      return noContent(reply, await changePassword(deps, viewerOf(request), change, request.failure))
    },
  })
  api.route({
    ...auth.deleteAccount,
    handler: async (request, reply) => {
      const { body, ip, failure } = request
      const proof = { password: body.password, field: 'password', ip }
      const owner = await proveOwner(deps, viewerOf(request), proof, failure)
      const remove = (transaction: Connection) => removeAccount(deps, transaction, owner, failure)
      return noContent(reply, await asProven(deps, owner, remove, failure))
    },
  })
}
