import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../db/database.ts'
import { writeDurably } from '../../db/durable-files.ts'
import { StartError } from '../../errors.ts'

/** A key for each kind of token, so that no kind passes for another. */
export interface TokenKeys {
  readonly access: Uint8Array
  readonly refresh: Uint8Array
  /** Of media addresses. */
  readonly media: Uint8Array
  /** Of the addresses of pictures that imports propose. */
  readonly importMedia: Uint8Array
  /** Of the cookie that connected apps send. */
  readonly devices: Uint8Array
  /** Seals user and password of the addresses of feeds. */
  readonly sources: Uint8Array
  /** Equal on nodes with the same keys. */
  readonly fingerprint: string
}

type WithAdvisoryLock = Database['withAdvisoryLock']

const keyBytes = 32
const secretForm = /^[\w-]{43}$/

/**
 * @param secret of the configuration; empty for the generated one in `dataDir`
 * @param withAdvisoryLock serializes its generation among nodes
 * @throws StartError when the file of the generated secret holds none
 */
export async function openTokenKeys(
  secret: string,
  dataDir: string,
  withAdvisoryLock: WithAdvisoryLock = (work) => work(),
): Promise<TokenKeys> {
  const material = secret === '' ? await keptSecret(dataDir, withAdvisoryLock) : secret
  const derive = (kind: string) =>
    new Uint8Array(hkdfSync('sha256', material, '', `earmark ${kind} token`, keyBytes))
  const fingerprint = Buffer.from(derive('fingerprint')).toString('hex', 0, 4)
  return {
    access: derive('access'),
    refresh: derive('refresh'),
    media: derive('media'),
    importMedia: derive('import media'),
    devices: derive('device'),
    sources: derive('sources'),
    fingerprint,
  }
}

async function keptSecret(dataDir: string, withAdvisoryLock: WithAdvisoryLock): Promise<string> {
  const path = join(dataDir, 'token-secret')
  await mkdir(dataDir, { recursive: true })
  // Nodes may share the folder.
  if (!existsSync(path)) {
    await withAdvisoryLock(async () => {
      if (!existsSync(path)) await writeDurably(path, randomBytes(keyBytes).toString('base64url'))
    })
  }
  const kept = (await readFile(path, 'utf8')).trim()
  if (!secretForm.test(kept)) {
    throw new StartError(
      `The file ${path} does not hold the secret that was made for it: bring it back from a backup, or delete it, which signs everybody out.`,
    )
  }
  return kept
}
