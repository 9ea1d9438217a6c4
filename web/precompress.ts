/** Puts a brotli and a gzip copy beside every built text file, so that the server compresses nothing at run time. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const dist = join(import.meta.dirname, 'dist')
const compressible = /\.(js|css|svg|json|webmanifest)$/
const smallestWorthwhileBytes = 512

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < smallestWorthwhileBytes) return
  const [brotlied, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, brotlied), writeFile(`${file}.gz`, gzipped)])
}

const files = await readdir(dist, { recursive: true })
await Promise.all(files.filter((file) => compressible.test(file)).map((file) => compress(join(dist, file))))
