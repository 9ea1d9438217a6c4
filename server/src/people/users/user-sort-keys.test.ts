import { expect, it } from 'vitest'
import { up } from '../../../migrations/0004-users.ts'
import { openTestDatabase } from '../../testing/engines.ts'
import { insertTestUser } from '../mail/fixtures/users.queries.ts'

it('of users from before there were any are made when the database is brought up to date', async () => {
  await using db = await openTestDatabase()
  const { connection, dialect } = db
  const names = ['Émile  Zola', 'Zoë "%', '日本']
  for (const [place, name] of names.entries()) {
    await insertTestUser(connection, { email: `a${place}@example.org`, name })
  }
  for (const index of ['users_by_name_sort', 'users_by_role', 'users_by_confirmed'])
    await connection.schema.dropIndex(index).execute()
  await connection.schema.alterTable('users').dropColumn('name_sort').execute()

  await up(connection as never, dialect)
  const rows = await connection.selectFrom('users').select('name_sort').orderBy('seq').execute()
  expect(rows.map((row) => row.name_sort)).toEqual(['emile zola', 'zoe "%', '日本'])
})
