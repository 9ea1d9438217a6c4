import type { Kysely } from 'kysely'

/** The address of the preview that the server has last made and replaced: who saves a form again may still name it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['audio_books', 'podcasts', 'episodes'])
    await db.schema.alterTable(table).addColumn('replaced_preview_url', 'text').execute()
}
