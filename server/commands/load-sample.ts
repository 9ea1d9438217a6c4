import { createChanges } from '../src/db/changes/changes.ts'
import { readConfig } from '../src/config/config.ts'
import { openDatabase } from '../src/db/database.ts'
import { openStorage } from '../src/media/storage/open-storage.ts'
import { loadSampleCatalogue } from '../src/operations/sample/sample.service.ts'
import { openLog } from '../src/log/log.ts'

/**
 * Adds the sample catalogue in a process of its own, which returns the memory of decoders at its end. It ends with the
 * server that started it.
 */
process.on('disconnect', () => process.exit(1))
const config = readConfig()
const log = openLog(config.logLevel)
const db = await openDatabase(config.databaseUrl, config.dataDir)
const storage = await openStorage(config, log)
const deps = { config, db, storage, changes: createChanges(), clock: Date.now, log }
await loadSampleCatalogue(deps, (progress) => void process.send?.(progress))
await storage.close()
await db.close()
if (process.connected) {
  process.removeAllListeners('disconnect')
  process.disconnect()
}
