import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Call } from '../crash/crash-program.ts'

/** Forms of the back office with the sample's files. */

const sample = join(import.meta.dirname, '../../../sample')
export const [covers, sounds] = [filesIn('covers'), filesIn('audio')]

function filesIn(folder: string): string[] {
  return readdirSync(join(sample, folder)).map((name) => join(sample, folder, name))
}

export async function fileOf(path: string): Promise<Blob> {
  return new Blob([new Uint8Array(await readFile(path))])
}

export async function formOf(
  method: string,
  path: string,
  sender: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, string | Blob>>,
): Promise<Call> {
  const content = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') content.set(name, value)
    else content.set(name, value, 'file')
  }
  const encoded = new Response(content)
  const headers = { ...sender, 'content-type': encoded.headers.get('content-type') ?? '' }
  return { method, path, headers, body: Buffer.from(await encoded.arrayBuffer()) }
}
