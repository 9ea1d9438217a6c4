import { getProfile, type Profile, updateProfile } from '@earmark/contract/users.ts'
import type { PeopleDeps } from '../sessions/people-deps.ts'
import type { Api } from '../../http/api.ts'
import { type FailureOf, refuse } from '../../errors.ts'
import { viewerOf } from '../../http/guard/viewer.ts'
import { nameProblems } from './user-input.ts'
import { findAccount } from './users.queries.ts'
import { changeAccount } from './users.service.ts'

export function registerProfile(api: Api, deps: PeopleDeps): void {
  const { connection } = deps.db

  api.route({
    ...getProfile,
    handler: (request) => readProfile(deps, viewerOf(request).userId, request.failure),
  })

  api.route({
    ...updateProfile,
    handler: async (request) => {
      const { userId } = viewerOf(request)
      const { failure } = request
      const { id, name } = request.body
      if (id.toLowerCase() !== userId) throw failure('IdMismatch', { field: 'id' })
      refuse(...nameProblems(failure, name))
      await connection
        .transaction()
        .execute((transaction) => changeAccount(deps, transaction, userId, { name: name.trim() }))
      return await readProfile(deps, userId, failure)
    },
  })
}

async function readProfile(
  { db }: PeopleDeps,
  userId: string,
  failure: FailureOf<'Unauthorized'>,
): Promise<Profile> {
  const account = await findAccount(db.connection, userId)
  // Deleted meanwhile.
  if (!account) throw failure('Unauthorized')
  return { id: account.id, email: account.email, name: account.name }
}
