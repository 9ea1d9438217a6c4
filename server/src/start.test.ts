import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { freePort } from '../../scripts/machine.mjs'
import { readConfig } from './config/config.ts'
import * as firstAdmin from './people/users/first-admin.service.ts'
import { startServer } from './start.ts'
import { createEmptyDatabase } from './testing/engines.ts'

it('is ready once there is an administrator, and alive before', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'earmark-start-'))
  await using database = await createEmptyDatabase()
  const port = await freePort()
  const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}/health/${path}`)).status
  const found: number[] = []
  const { settleFirstAdmin } = firstAdmin
  vi.spyOn(firstAdmin, 'settleFirstAdmin').mockImplementation(async (deps) => {
    found.push(await status('live'), await status('ready'))
    return await settleFirstAdmin(deps)
  })
  const settings = { DATABASE_URL: database.url, SAMPLE_CATALOGUE: 'false', LOG_LEVEL: 'silent' }
  const server = await startServer(readConfig({ DATA_DIR: dataDir, PORT: String(port), ...settings }), null)
  expect(found).toEqual([200, 503])
  expect(await status('ready')).toBe(200)
  await server.stop()
  await rm(dataDir, { recursive: true })
})
