import * as contract from '@earmark/contract/users.ts'
import { localApiRoot, temporaryFolder } from '../../config/config.ts'
import type { PeopleDeps } from '../sessions/people-deps.ts'
import { type Api, noContent } from '../../http/api.ts'
import { collectStreamedList } from '../../http/responses/streamed-list.ts'
import { addUser, changeUser } from './manage-users.service.ts'
import { readUserInput } from './user-input.ts'
import { wholeList } from '../../http/lists/whole-list.queries.ts'
import { findUser, listUsersBySeq } from './user-pages.queries.ts'
import { pageUsers } from './user-pages.ts'
import { removeAccount } from './users.service.ts'

export function registerUsers(api: Api, deps: PeopleDeps): void {
  registerUserReads(api, deps)
  registerUserWrites(api, deps)
}

function registerUserReads(api: Api, { db, config }: PeopleDeps): void {
  api.route({
    ...contract.listUsers,
    handler: async (request, reply) =>
      await collectStreamedList(
        request,
        reply,
        wholeList(db, 'users', listUsersBySeq),
        temporaryFolder(config),
      ),
  })

  api.route({
    ...contract.pageUsers,
    handler: async ({ query }) => ({ ...(await pageUsers(db, query)), pagedQuery: query }),
  })

  api.route({
    ...contract.getUser,
    handler: async ({ params, failure }) => {
      const user = await findUser(db.connection, params.id.toLowerCase())
      if (!user) throw failure('NotFound')
      return user
    },
  })
}

function registerUserWrites(api: Api, deps: PeopleDeps): void {
  api.route({
    ...contract.createUser,
    handler: async ({ body, failure }, reply) => {
      const user = await addUser(deps, readUserInput(body, failure), failure)
      reply.code(201).header('location', `${localApiRoot(deps.config)}/users/${user.id}`)
      return user
    },
  })

  api.route({
    ...contract.updateUser,
    handler: async ({ params, body, failure }) => {
      const id = params.id.toLowerCase()
      if (body.id.toLowerCase() !== id) throw failure('IdMismatch', { field: 'id' })
      return await changeUser(deps, id, readUserInput(body, failure), failure)
    },
  })

  api.route({
    ...contract.deleteUser,
    handler: async ({ params, failure }, reply) => {
      const user = { id: params.id.toLowerCase() }
      const { connection } = deps.db
      const isKnown = await connection
        .transaction()
        .execute((transaction) => removeAccount(deps, transaction, user, failure))
      if (!isKnown) throw failure('NotFound')
      return noContent(reply)
    },
  })
}
