import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

export interface Nginx extends AsyncDisposable {
  readonly address: string
}

/**
 * The real nginx in front of a server, with the locations of the operator's manual that have this line in them.
 *
 * @param replacing what is written otherwise there
 */
export async function startNginx(
  folder: string,
  line: string,
  replacing: Readonly<Record<string, string>>,
): Promise<Nginx> {
  const port = await freePort()
  const config = join(folder, 'nginx.conf')
  const locations = Object.entries(replacing).reduce(
    (text, [written, meant]) => text.replaceAll(written, meant),
    await locationsWith(line),
  )
  await writeFile(config, `${surroundings(folder)} server { listen 127.0.0.1:${port}; ${locations} } }`)
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

async function locationsWith(line: string): Promise<string> {
  const manual = await readFile(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
  const blocks = [...manual.matchAll(/```nginx\n(.*?)```/gs)].map(([, block = '']) => block)
  const found = blocks.find((block) => block.includes(line))
  if (found === undefined) throw new Error(`The manual has no nginx locations with ${line}`)
  return found
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
