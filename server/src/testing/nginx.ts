import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../../scripts/machine.mjs'

export interface Nginx extends AsyncDisposable {
  readonly address: string
}

/** The real nginx in front of a server, with the very location that the operator's manual gives for sending media. */
export async function startNginx(folder: string, server: string, media: string): Promise<Nginx> {
  const port = await freePort()
  const config = join(folder, 'nginx.conf')
  const everything = `location / { proxy_pass ${server}; proxy_http_version 1.1; proxy_set_header Host $host; }`
  const location = (await readMediaLocation()).replace('/var/lib/earmark/media', media)
  const listening = `server { listen 127.0.0.1:${port}; ${everything} ${location} }`
  await writeFile(config, `${surroundings(folder)} ${listening} }`)
  const nginx = process.env.NGINX_PATH as string
  const child = spawn(nginx, ['-c', config, '-e', join(folder, 'nginx.log'), '-p', folder], {
    stdio: 'ignore',
  })
  const address = `http://127.0.0.1:${port}`
  await untilItAnswers(child, address)
  return {
    address,
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit')
      child.kill()
      await exited
    },
  }
}

async function readMediaLocation(): Promise<string> {
  const manual = await readFile(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
  const location = /^location \/media-files\/ \{.*?^\}/ms.exec(manual)?.[0]
  if (location === undefined) throw new Error('The manual has no location for media.')
  return location
}

function surroundings(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (use) => `${use}_temp_path ${folder}/${use};`,
  )
  return `daemon off; master_process off; pid ${folder}/nginx.pid; events { worker_connections 256; }
    http { access_log off; sendfile on; ${temporary.join(' ')}`
}

async function untilItAnswers(child: ChildProcess, address: string): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`${address}/health/live`).catch(() => null)
    if (answer) return
    await once(AbortSignal.timeout(10), 'abort')
  }
  throw new Error('nginx does not start.')
}
