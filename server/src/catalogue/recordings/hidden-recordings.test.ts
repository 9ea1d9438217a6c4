import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { startTestServer } from '../../testing/server.ts'
import { selectHiddenRecordings } from './recordings.queries.ts'

const server = await forAllTests(startTestServer())
const { connection, dialect } = server.deps.db

test.skipIf(dialect.engine === 'postgres')(
  'what is hidden is found by indexes of few, not among all',
  async () => {
    const compiled = selectHiddenRecordings(connection).compile()
    const plan = await sql.raw<{ detail: string }>(`explain query plan ${compiled.sql}`).execute(connection)
    const scans = plan.rows.map(({ detail }) => detail).filter((detail) => detail.startsWith('SCAN'))
    expect(scans).toEqual([
      'SCAN audio_books USING COVERING INDEX audio_books_hidden',
      'SCAN episodes USING COVERING INDEX episodes_hidden',
      'SCAN podcasts USING COVERING INDEX podcasts_drafts',
    ])
  },
)
