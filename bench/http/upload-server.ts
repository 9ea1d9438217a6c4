/** The shipped app on DATA_DIR and PORT with a route beside it that takes a recording and says how long it is. */
import { join } from 'node:path'
import pino from 'pino'
import { buildApp } from '../../server/src/app.ts'
import { createChanges } from '../../server/src/changes.ts'
import { readConfig } from '../../server/src/config.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import type { Deps } from '../../server/src/deps.ts'
import { createMailQueue } from '../../server/src/domains/mail/mail-queue.ts'
import { openMailTransport } from '../../server/src/domains/mail/mail-transport.ts'
import { openLocalStorage } from '../../server/src/domains/media/local-storage.ts'
import { readRecordUpload } from '../../server/src/domains/media/record-upload.ts'
import { openTokenKeys } from '../../server/src/domains/sessions/token-keys.ts'
import { siteAccess, type Access } from '../../server/src/http/access.ts'

const routes: Record<string, Access> = { 'POST /upload': 'everyone' }
Object.assign(siteAccess, routes)
const config = readConfig()
const db = await openDatabase(config.databaseUrl, config.dataDir)
const storage = await openLocalStorage(join(config.dataDir, 'media'))
const log = pino({ level: 'error' })
const tokenKeys = await openTokenKeys(config.tokenSecret, config.dataDir)
const catalogue = { config, db, storage, changes: createChanges(), clock: Date.now, log }
const mails = createMailQueue(catalogue, openMailTransport(config, log))
const deps: Deps = { ...catalogue, mails, tokenKeys }
const app = await buildApp(deps, { webFolder: null })
app.post('/upload', { schema: { form: {} } }, async (request) => {
  await using upload = await readRecordUpload(deps, request, { fields: ['name'], files: ['audio'] })
  return { durationMs: upload.audio?.durationMs }
})
await app.listen({ port: config.port, host: config.host })
