import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../src/db/engine/dialect.ts'

/**
 * The database itself keeps the position that a newer version replaces, in the statement that replaces it. A ring of
 * fifty rows of each position; a row of the present version, as it was kept before, is overwritten by the same.
 */
export async function up(db: Kysely<unknown>, { engine }: Dialect): Promise<void> {
  const keep = sql`insert into position_history (position_id, ordinal, version, position_ms, device_name, updated_at)
    values (old.id, old.version % 50, old.version, old.position_ms, old.device_name, old.updated_at)
    on conflict (position_id, ordinal) do update set version = excluded.version,
      position_ms = excluded.position_ms, device_name = excluded.device_name, updated_at = excluded.updated_at`
  if (engine === 'sqlite') {
    await sql`create trigger keep_replaced_position after update of version on positions begin ${keep}; end`.execute(
      db,
    )
    return
  }
  await sql`create function keep_replaced_position() returns trigger language plpgsql
    as $$ begin ${keep}; return null; end $$`.execute(db)
  await sql`create trigger keep_replaced_position after update of version on positions
    for each row execute function keep_replaced_position()`.execute(db)
}
