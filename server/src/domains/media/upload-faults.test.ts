import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  countOpenMediaFiles,
  encodeForm,
  fixture,
  post,
  startUploadServer,
  type UploadServer,
} from '../../testing/upload-server.ts'
import { type FileOperations, realFiles } from './file-operations.ts'
import { openLocalStorage } from './local-storage.ts'

/** The disk fails at every step of an upload in turn: refused by name, nothing stays, the next one works. */

/** Which call from now on fails, and with what; what is cleared away afterwards works. */
const fault = { after: Infinity, code: '' }
const calls: string[] = []

function mayFail(name: string): void {
  calls.push(name)
  fault.after -= 1
  if (fault.after === 0) throw Object.assign(new Error(`${fault.code} in ${name}`), { code: fault.code })
}

const faulty: FileOperations = {
  ...realFiles,
  open: (async (...args: Parameters<FileOperations['open']>) => {
    mayFail('open')
    return faultyHandle(await realFiles.open(...args))
  }) as FileOperations['open'],
  mkdir: (async (...args: Parameters<FileOperations['mkdir']>) => {
    mayFail('mkdir')
    return await realFiles.mkdir(...args)
  }) as FileOperations['mkdir'],
  rename: async (from, to) => {
    if (String(from).endsWith('.part')) mayFail('rename')
    await realFiles.rename(from, to)
  },
}

function faultyHandle(handle: FileHandle): FileHandle {
  return {
    writev: async (chunks: Uint8Array[]) => {
      mayFail('write')
      return await handle.writev(chunks)
    },
    sync: async () => {
      mayFail('sync')
      await handle.sync()
    },
    close: async () => {
      await handle.close()
      mayFail('close')
    },
  } as FileHandle
}

let target: UploadServer
let form: Buffer
beforeAll(async () => {
  target = await startUploadServer({
    deps: async ({ config }) => ({ storage: await openLocalStorage(join(config.dataDir, 'media'), faulty) }),
  })
  const tone = await fixture('tone.mp3')
  form = encodeForm([{ name: 'Audio', fileName: 'a.mp3', content: tone }])
})
const mediaFolder = () => join(target.server.deps.config.dataDir, 'media')
afterAll(async () => await target[Symbol.asyncDispose]())

describe('an upload is refused, and nothing of it stays, when the disk', () => {
  it.each([
    ['is full', 'ENOSPC', 507, 'InsufficientStorage'],
    ['is full for this user', 'EDQUOT', 507, 'InsufficientStorage'],
    ['is broken', 'EIO', 503, 'ServiceUnavailable'],
    ['may only be read', 'EROFS', 503, 'ServiceUnavailable'],
  ])('%s (%s) at any step', async (_what, code, status, errorCode) => {
    const failed: string[] = []
    for (let step = 1; ; step += 1) {
      calls.length = 0
      Object.assign(fault, { after: step, code })
      const answer = await post(target.port, form)
      const last = calls[step - 1]
      Object.assign(fault, { after: Infinity })
      expect(await target.listFiles()).toEqual([])
      expect(await target.countMedia()).toBe(0)
      expect(await countOpenMediaFiles(mediaFolder())).toBe(0)
      if (last === undefined) break
      failed.push(last)
      expect(answer, `step ${step}, ${last}`).toMatchObject({ status, codes: [errorCode] })
      expect(await post(target.port, form)).toMatchObject({ status: 200 })
    }
    const folderSyncs = ['open', 'sync', 'close', 'open', 'sync', 'close']
    expect(failed).toEqual(['open', 'write', 'sync', 'close', 'mkdir', 'rename', ...folderSyncs])
  })
})
