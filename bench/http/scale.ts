import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../server/src/db/database.ts'
import { insertBrowsedFields } from '../browsed-fields.ts'
import { insertRecords } from '../records.ts'
import type { BenchRow } from '../rows.ts'
import { measureLoopDelays } from './loop-delays.ts'

/**
 * What a catalogue of 100 000 books, 30 000 creators, 5 000 podcasts and 1 000 000 episodes does to the event loop of SQLite,
 * beside one of a tenth of it. SCALE_FOLDER keeps the databases for the next run.
 */

const whole = { audioBooks: 100_000, creators: 30_000, podcasts: 5_000, episodesOfEach: 200 }

export async function measureScale(folder: string): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const share of [10, 1]) rows.push(...(await measureLoopDelays(await fill(folder, share))))
  return rows
}

async function fill(folder: string, share: number): Promise<string> {
  const dataDir = join(folder, `share-${share}`)
  const db = await openDatabase('', dataDir)
  try {
    const there = await db.connection.selectFrom('episodes').select('id').limit(1).executeTakeFirst()
    if (there) return dataDir
    const { audioBooks, creators, podcasts, episodesOfEach } = whole
    await insertRecords(db, {
      audioBooks: audioBooks / share,
      creators: creators / share,
      podcasts: podcasts / share,
      episodesOfEach,
    })
    await insertBrowsedFields(db, creators / share)
    return dataDir
  } finally {
    await db.close()
  }
}

if (import.meta.main) {
  const kept = process.env.SCALE_FOLDER
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'earmark-scale-')))
  console.table(await measureScale(folder))
  if (kept === undefined) await rm(folder, { recursive: true })
}
