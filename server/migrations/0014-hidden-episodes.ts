import { type Kysely, sql } from 'kysely'

/** What is hidden is subtracted from lists of what is public: few rows, which need an index to be found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('episodes_hidden')
    .on('episodes')
    .column('id')
    .where(sql.ref('is_public'), '=', sql.lit(0))
    .execute()
}
