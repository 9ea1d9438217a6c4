/** The three servers of the range rows, on the same file: ours as shipped, @fastify/static, nginx. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, existsSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openDatabase } from '../../server/src/db/database.ts'
import { openLocalStorage } from '../../server/src/media/storage/local/local-storage.ts'
import { insertMedia } from '../../server/src/media/media.queries.ts'
import { mediaUrl } from '../../server/src/media/content-type.ts'
import { freePort } from '../../scripts/machine.mjs'

export interface FileServer {
  readonly name: 'ours' | '@fastify/static' | 'nginx' | 'bare proxy'
  readonly port: number
  readonly path: string
  readonly pid: number
  stop(): Promise<void>
}

const mebibyte = 1024 ** 2
const nginxPath = '/usr/sbin/nginx'

export async function makeFile(path: string, sizeBytes: number): Promise<void> {
  const file = await open(path, 'wx')
  const block = randomBytes(mebibyte)
  for (let left = sizeBytes; left > 0; left -= block.length) {
    await file.write(block, 0, Math.min(left, block.length))
  }
  await file.close()
}

/** The shipped server, with that file as its one medium. */
export async function startOurs(folder: string, file: string): Promise<FileServer> {
  const dataDir = join(folder, 'data')
  const db = await openDatabase('', dataDir)
  const storage = await openLocalStorage(join(dataDir, 'media'))
  const received = await storage.receive(createReadStream(file), Number.MAX_SAFE_INTEGER)
  await received.keep('audio/mpeg')
  const none = { durationMs: null, width: null, height: null, color: null, placeholder: null }
  const { sha256, sizeBytes } = received
  const media = { sha256, sizeBytes, contentType: 'audio/mpeg', ...none, createdAt: Date.now() } as const
  const { key } = await insertMedia(db.connection, media)
  await storage.close()
  await db.close()

  const port = await freePort()
  const main = resolve(import.meta.dirname, '../../server/src/main.ts')
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMITS: 'false',
      LOG_LEVEL: 'error',
      SAMPLE_CATALOGUE: 'false',
    },
  })
  return await started('ours', child, port, mediaUrl(key, 'audio/mpeg'))
}

export async function startStatic(folder: string, fileName: string): Promise<FileServer> {
  const script = join(import.meta.dirname, 'static-server.ts')
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return await started('@fastify/static', child, Number(line.toString()), `/${fileName}`)
}

/** A proxy of Node's own client and server before an origin. */
export async function startBareProxy(origin: FileServer): Promise<FileServer> {
  const script = join(import.meta.dirname, 'bare-proxy.ts')
  const child = spawn(process.execPath, [script, String(origin.port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return await started('bare proxy', child, Number(line.toString()), origin.path)
}

/** Debian's nginx in one process; null where there is none. */
export async function startNginx(folder: string, fileName: string): Promise<FileServer | null> {
  if (!existsSync(nginxPath)) return null
  const port = await freePort()
  const config = join(folder, 'nginx.conf')
  await writeFile(config, nginxConfig(folder, port))
  const child = spawn(nginxPath, ['-c', config, '-e', join(folder, 'nginx.log'), '-p', folder], {
    stdio: 'ignore',
  })
  return await started('nginx', child, port, `/${fileName}`)
}

/** With tcp_nopush on, ranges over loopback stall for tens of milliseconds. */
function nginxConfig(folder: string, port: number): string {
  return `daemon off; master_process off; pid ${folder}/nginx.pid; events { worker_connections 256; }
    http {
      access_log off; sendfile on; tcp_nopush off; keepalive_requests 1000000;
      client_body_temp_path ${folder}/t1; proxy_temp_path ${folder}/t2; fastcgi_temp_path ${folder}/t3;
      uwsgi_temp_path ${folder}/t4; scgi_temp_path ${folder}/t5;
      server { listen 127.0.0.1:${port}; root ${folder}; }
    }`
}

async function started(
  name: FileServer['name'],
  child: ChildProcess,
  port: number,
  path: string,
): Promise<FileServer> {
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill()
    await exited
  }
  const pid = child.pid
  if (pid === undefined) throw new Error(`${name} did not start.`)
  const deadline = Date.now() + 10_000
  while (Date.now() < deadline && child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'HEAD' }).catch(() => null)
    if (answer?.ok) return { name, port, path, pid, stop }
    await new Promise((wait) => setTimeout(wait, 50))
  }
  await stop()
  throw new Error(`${name} does not serve the file.`)
}
