import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../../start-error.ts'

/** One key for each kind of token, so that a token of one kind can never pass for another. */
export interface TokenKeys {
  readonly access: Uint8Array
  readonly refresh: Uint8Array
  /** Tells whether two nodes have the same keys, and nothing else about them. */
  readonly fingerprint: string
}

const keyBytes = 32
const secretForm = /^[\w-]{43}$/

/**
 * @param secret of the configuration; empty means the one that was made once and is kept in `dataDir`
 * @throws StartError when the file of the generated secret is there but holds none
 */
export async function openTokenKeys(secret: string, dataDir: string): Promise<TokenKeys> {
  const material = secret === '' ? await keptSecret(dataDir) : secret
  const derive = (kind: string) =>
    new Uint8Array(hkdfSync('sha256', material, '', `earmark ${kind} token`, keyBytes))
  const fingerprint = Buffer.from(derive('fingerprint')).toString('hex', 0, 4)
  return { access: derive('access'), refresh: derive('refresh'), fingerprint }
}

async function keptSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'token-secret')
  await mkdir(dataDir, { recursive: true })
  await makeOnce(path)
  const kept = (await readFile(path, 'utf8')).trim()
  if (!secretForm.test(kept)) {
    throw new StartError(
      `The file ${path} does not hold the secret that was made for it: bring it back from a backup, or delete it, which signs everybody out.`,
    )
  }
  return kept
}

/** Whole on disk before it has its name: a secret that is lost ends every session. */
async function makeOnce(path: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  try {
    await using file = await open(draft, 'wx', 0o600)
    await file.writeFile(randomBytes(keyBytes).toString('base64url'))
    await file.sync()
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
}
