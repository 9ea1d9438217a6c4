import { open } from 'node:fs/promises'
import { answerProbeRequest, type ProbeRequest } from '../../src/media/probe/probe-request.ts'
import { connectToParent } from '../../src/processes/parent.ts'

/**
 * `commands/probe-media.ts` as it would be if some files took for ever, or all memory: those that begin with `LOOPS`
 * and `GREED`; and if it was kept from working, at those that begin with `STUCK`.
 */

const send = connectToParent((job) => void answer(job as ProbeRequest))

async function answer(job: ProbeRequest): Promise<void> {
  const beginning = job.kind === 'join' ? '' : await beginningOf(job.path)
  if (beginning === 'STUCK') return
  if (beginning === 'LOOPS') loopForEver()
  if (beginning === 'GREED') takeAllMemory()
  await send(await answerProbeRequest(job))
}

async function beginningOf(path: string | Uint8Array): Promise<string> {
  await using file = await open(typeof path === 'string' ? path : Buffer.from(path))
  const { buffer, bytesRead } = await file.read(Buffer.alloc(5), 0, 5, 0)
  return buffer.toString('latin1', 0, bytesRead)
}

function loopForEver(): never {
  for (;;) performance.now()
}

function takeAllMemory(): never {
  const taken: Buffer[] = []
  for (;;) taken.push(Buffer.alloc(64 * 1024 ** 2, 1))
}
