import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { openFilesIn } from '../../testing/process-state.ts'
import { encodeForm, fixture, post, startUploadServer } from '../../testing/upload-server.ts'
import { type FileOperations, realFiles } from '../storage/files/incoming.ts'
import { openLocalStorage } from '../storage/local/local-storage.ts'
import { mediaUrl } from '../content-type.ts'
import { insertMedia } from '../media.queries.ts'
import type { MediaStorage } from '../storage/files/storage.ts'

/** The disk fails at every step of an upload in turn: refused by name, nothing stays, the next one works, and listening goes on. */

/** Which call from now on fails, and with what; what is cleared away afterwards works. */
const fault = { after: Infinity, code: '' }
const calls: string[] = []

async function mayFail(name: string): Promise<void> {
  calls.push(name)
  fault.after -= 1
  if (fault.after !== 0) return
  heard.push(await listen())
  throw Object.assign(new Error(`${fault.code} in ${name}`), { code: fault.code })
}

const faulty: FileOperations = {
  ...realFiles,
  open: (async (...args: Parameters<FileOperations['open']>) => {
    await mayFail('open')
    return faultyHandle(await realFiles.open(...args))
  }) as FileOperations['open'],
  mkdir: (async (...args: Parameters<FileOperations['mkdir']>) => {
    await mayFail('mkdir')
    return await realFiles.mkdir(...args)
  }) as FileOperations['mkdir'],
  rename: async (from, to) => {
    if (String(from).endsWith('.part')) await mayFail('rename')
    await realFiles.rename(from, to)
  },
}

function faultyHandle(handle: FileHandle): FileHandle {
  return {
    writev: async (chunks: Uint8Array[]) => {
      await mayFail('write')
      return await handle.writev(chunks)
    },
    sync: async () => {
      await mayFail('sync')
      await handle.sync()
    },
    close: async () => {
      await handle.close()
      await mayFail('close')
    },
  } as FileHandle
}

let storage: MediaStorage
const target = await forAllTests(
  startUploadServer({
    deps: async ({ config }) => {
      storage = await openLocalStorage(join(config.dataDir, 'media'), { files: faulty })
      return { storage }
    },
  }),
)
/** A recording that is there before. */
const kept = await keepRecording(await fixture('tone.flac'))
const form = encodeForm([{ name: 'Audio', fileName: 'a.mp3', content: await fixture('tone.mp3') }])
/** What was heard of it while the disk failed. */
const heard: Awaited<ReturnType<typeof listen>>[] = []

async function keepRecording(bytes: Buffer) {
  await using file = await storage.receive(Readable.from([bytes]), 1e6)
  await file.keep('audio/flac')
  const { sha256, sizeBytes } = file
  const unknown = { durationMs: null, width: null, height: null, color: null, placeholder: null }
  const media = { sha256, sizeBytes, contentType: 'audio/flac', ...unknown, createdAt: 1 } as const
  const { key } = await insertMedia(target.server.deps.db.connection, media)
  return { bytes, sha256, url: mediaUrl(key, 'audio/flac') }
}

async function listen(): Promise<{ status: number; bytes: Buffer }> {
  // Its file is opened anew.
  await storage.close()
  const headers = { range: 'bytes=100-299' }
  const answer = await fetch(`http://127.0.0.1:${target.port}${kept.url}`, { headers })
  const bytes = Buffer.from(await answer.arrayBuffer())
  await storage.close()
  return { status: answer.status, bytes }
}

const mediaFolder = () => join(target.server.deps.config.dataDir, 'media')

describe('an upload is refused, and nothing of it stays, when the disk', () => {
  it.each([
    ['is full', 'ENOSPC', 507, 'InsufficientStorage'],
    ['is full for this user', 'EDQUOT', 507, 'InsufficientStorage'],
    ['is broken', 'EIO', 503, 'ServiceUnavailable'],
    ['may only be read', 'EROFS', 503, 'ServiceUnavailable'],
  ])('%s (%s) at any step', async (_what, code, status, errorCode) => {
    const failed: string[] = []
    heard.length = 0
    for (let step = 1; ; step += 1) {
      calls.length = 0
      Object.assign(fault, { after: step, code })
      const answer = await post(target.port, form)
      const last = calls[step - 1]
      Object.assign(fault, { after: Infinity })
      expect(await target.listFiles()).toEqual([kept.sha256.slice(2)])
      expect(await target.countMedia()).toBe(1)
      // What has been listened to is let go of a moment after its last byte.
      await expect.poll(() => openFilesIn(mediaFolder())).toEqual([])
      if (last === undefined) break
      failed.push(last)
      expect(answer, `step ${step}, ${last}`).toMatchObject({ status, codes: [errorCode] })
      expect(await post(target.port, form)).toMatchObject({ status: 200 })
    }
    const folderSyncs = ['open', 'sync', 'close', 'open', 'sync', 'close']
    expect(failed).toEqual(['open', 'write', 'sync', 'close', 'mkdir', 'rename', ...folderSyncs])
    const range = { status: 206, bytes: kept.bytes.subarray(100, 300) }
    expect(heard).toEqual(failed.map(() => range))
  })
})
