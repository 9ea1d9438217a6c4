import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pages } from '../http/web-app/pages.ts'

/** The parts of a built web app that the server reads, with its real public files. */
export async function makeWebFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'earmark-web-'))
  await cp(fileURLToPath(new URL('../../../web/public', import.meta.url)), path, { recursive: true })
  await mkdir(join(path, '.vite'))
  await mkdir(join(path, 'assets'))
  await writeFile(join(path, 'assets', 'entry-abc.js'), 'export {}')
  await writeFile(join(path, 'index.html'), '<head><!--earmark:head--></head><!--earmark:first-data-->')
  const chunks = pages.map(({ routeFile }) => [`${routeFile}?tsr-split=component`, { file: 'assets/a.js' }])
  await writeFile(join(path, '.vite', 'manifest.json'), JSON.stringify(Object.fromEntries(chunks)))
  return { path, [Symbol.asyncDispose]: async () => await rm(path, { recursive: true }) }
}
