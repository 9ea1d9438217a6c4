import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FilesystemStore, Written } from 's3rver'

/**
 * s3rver answers a PUT before all of it is written, in place, and leaves what was cut off. A store shows an object as a
 * whole or not at all, from when it answers.
 */
export function writeAsStoresDo(store: FilesystemStore): void {
  store.putObject = async (object) => {
    const [bucket, key] = ['being-written', randomUUID()]
    const source = (resource: string) => store.getResourcePath(bucket, key, resource)
    const written = await writeWhole(object.content, source('object'))
    await store.putMetadata(bucket, key, object.metadata, written.md5)
    for (const resource of ['metadata.json', 'object.md5', 'object'])
      await move(source(resource), store.getResourcePath(object.bucket, object.key, resource))
    return written
  }
  store.putPart = async (bucket, uploadId, partNumber, content) => {
    const path = join(store.getResourcePath(bucket, undefined, 'uploads'), uploadId, partNumber)
    const written = await writeWhole(content, path)
    await writeFile(`${path}.md5`, written.md5)
    return written
  }
}

async function writeWhole(content: Buffer | Readable, path: string): Promise<Written> {
  const hash = createHash('md5')
  let size = 0
  await mkdir(dirname(path), { recursive: true })
  async function* look(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  try {
    await pipeline(
      Buffer.isBuffer(content) ? Readable.from([content]) : content,
      look,
      createWriteStream(path),
    )
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return { size, md5: hash.digest('hex') }
}

/** The folder goes with the last object in it, which may be just now. */
async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await move(from, to)
  }
}
