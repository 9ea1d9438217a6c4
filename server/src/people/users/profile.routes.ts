import { getProfile, type Profile, updateProfile } from '@earmark/contract/users.ts'
import type { PeopleDeps } from '../sessions/people-deps.ts'
import type { Api } from '../../http/api.ts'
import { AppError, refuse } from '../../errors.ts'
import { viewerOf } from '../../http/guard/viewer.ts'
import { nameProblems } from './user-input.ts'
import { findAccount } from './users.queries.ts'
import { changeAccount } from './users.service.ts'

export function registerProfile(api: Api, deps: PeopleDeps): void {
  const { connection } = deps.db

  api.route({ ...getProfile, handler: (request) => readProfile(deps, viewerOf(request).userId) })

  api.route({
    ...updateProfile,
    handler: async (request) => {
      const { userId } = viewerOf(request)
      const { id, name } = request.body
      if (id.toLowerCase() !== userId) throw new AppError('IdMismatch', { field: 'id' })
      refuse(...nameProblems(name))
      await connection
        .transaction()
        .execute((transaction) => changeAccount(deps, transaction, userId, { name: name.trim() }))
      return await readProfile(deps, userId)
    },
  })
}

async function readProfile({ db }: PeopleDeps, userId: string): Promise<Profile> {
  const account = await findAccount(db.connection, userId)
  // Deleted since it was admitted.
  if (!account) throw new AppError('Unauthorized')
  return { id: account.id, email: account.email, name: account.name }
}
