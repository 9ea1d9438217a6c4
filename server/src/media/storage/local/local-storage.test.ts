import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFilesIn } from '../../../testing/process-state.ts'
import { describeStorage } from '../../../testing/storage-contract.ts'
import { untilTrue } from '../../../testing/upload-server.ts'
import { realFiles } from '../files/incoming.ts'
import { openLocalStorage } from './local-storage.ts'
import type { MediaStorage } from '../files/storage.ts'

describeStorage('on the disk', async () => {
  const root = await mkdtemp(join(tmpdir(), 'earmark-storage-'))
  return {
    open: () => openLocalStorage(root),
    async list() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile())
      return files.map(({ parentPath, name }) => basename(parentPath) + name)
    },
    takeAway: () => rm(root, { recursive: true }),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  }
})

it.runIf(process.platform === 'linux')(
  'what is stored again holds no room for what was there before',
  async () => {
    const root = await mkdtemp(join(tmpdir(), 'earmark-storage-'))
    const storage = await openLocalStorage(root)
    const store = async () => {
      await using file = await storage.receive(Readable.from([Buffer.from('sound')]), 10)
      await file.keep('audio/mpeg')
      let text = ''
      for await (const chunk of storage.read(file.sha256, 0, 4)) text += Buffer.from(chunk).toString()
      return text
    }
    expect([await store(), await store()]).toEqual(['sound', 'sound'])
    await untilTrue(() => !openFilesIn(root).some((path) => path.endsWith('(deleted)')))
    expect(openFilesIn(root)).toHaveLength(1)
    await storage.close()
    await rm(root, { recursive: true })
  },
)

describe('beside media', () => {
  const bytes = Buffer.from('sound')
  const hash = createHash('sha256').update(bytes).digest('hex')
  const place = join(hash.slice(0, 2), hash.slice(2))
  const removed = join('incoming', `${hash}.6c1f.removed`)

  let root: string
  const warnings: string[] = []
  const open = () => openLocalStorage(root, { warn: (sentence) => warnings.push(sentence) })
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'earmark-storage-'))
    warnings.length = 0
  })
  afterEach(() => rm(root, { recursive: true }))

  async function store(storage: MediaStorage): Promise<void> {
    await using file = await storage.receive(Readable.from([bytes]), 10)
    await file.keep('audio/mpeg')
  }

  async function read(storage: MediaStorage): Promise<string> {
    let text = ''
    for await (const chunk of storage.read(hash, 0, 4)) text += Buffer.from(chunk).toString()
    return text
  }

  async function makeFolder(path: string): Promise<void> {
    await mkdir(join(root, path), { recursive: true })
    await writeFile(join(root, path, 'letter'), 'somebody’s')
  }

  async function makeFile(path: string): Promise<void> {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), 'somebody’s')
  }

  /** What lies in quarantine, by what is written in it. */
  async function quarantined(): Promise<string[]> {
    const entries = await readdir(join(root, 'quarantine'), { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    return await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')))
  }

  const strays: [string, string, (path: string) => Promise<void>][] = [
    ['a folder that is named like a medium', place, makeFolder],
    ['a file that is named like the folder of media', hash.slice(0, 2), makeFile],
    ['a folder that is named like what is about to go', removed, makeFolder],
    ['a folder that is named like an upload', join('incoming', '6c1f.part'), makeFolder],
  ]

  it.each(strays)('%s is put into quarantine at the start, which is told', async (_what, path, make) => {
    await make(path)
    const storage = await open()
    expect(warnings).toEqual([expect.stringContaining(join(root, path))])
    expect(await quarantined()).toEqual(['somebody’s'])
    await store(storage)
    expect(await read(storage)).toBe('sound')
    await storage.close()
  })

  it.each(strays)('%s keeps nobody from storing, reading, removing', async (_what, path, make) => {
    const storage = await open()
    await make(path)
    await expect(read(storage)).rejects.toMatchObject({ code: 'NotFound' })
    for await (const files of storage.listStoredBefore(Number.POSITIVE_INFINITY)) expect(files).toEqual([])
    await storage.removeIncomingBefore(Number.POSITIVE_INFINITY)
    await storage.remove(hash)
    await make(path).catch(() => undefined)
    await store(storage)
    expect(await read(storage)).toBe('sound')
    await storage.close()
    await (await open()).close()
  })

  it('other files stay as they are', async () => {
    const others = [
      join('incoming', 'letter.removed'),
      join('incoming', 'letter'),
      'letter',
      join('aa', 'letter'),
    ]
    for (const path of others) await makeFile(path)
    await (await open()).close()
    expect(warnings).toEqual([])
    for (const path of others) expect(await readFile(join(root, path), 'utf8')).toBe('somebody’s')
  })

  it('media are put back on a disk that has no hard links', async () => {
    const link = () => Promise.reject(Object.assign(new Error('no'), { code: 'EPERM' }))
    const files = { ...realFiles, link }
    const storage = await openLocalStorage(root, { files })
    await store(storage)
    await storage.remove(hash, async () => true)
    expect(await read(storage)).toBe('sound')
    await storage.close()
    await rename(join(root, place), join(root, removed))
    const again = await openLocalStorage(root, { files })
    expect(await read(again)).toBe('sound')
    await again.close()
    expect(await readdir(join(root, 'incoming'))).toEqual([])
  })
})
