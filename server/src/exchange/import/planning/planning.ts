import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PlanFile } from '../plan-files.ts'
import type { PlanQuestion, PlanSummary, Proposals, WorkerInput, WorkerOutput } from './plan-question.ts'

/**
 * Plans in a thread of its own.
 *
 * @param keep takes the proposals, some at a time
 * @throws the reason of the signal
 */
export async function planInWorker(
  files: Iterable<readonly PlanFile[]> | AsyncIterable<readonly PlanFile[]>,
  question: PlanQuestion,
  signal: AbortSignal | undefined,
  keep: (proposals: Proposals) => Promise<void>,
): Promise<PlanSummary> {
  const worker = new Worker(new URL('./planning-worker.ts', import.meta.url), { env: {} })
  const send = (input: WorkerInput) => worker.postMessage(input)
  try {
    // A worker that fails ends the iteration with its error.
    const answers = on(worker, 'message', { ...(signal && { signal }), close: ['exit'] })
    for await (const some of files) send({ files: some })
    send({ question })
    for await (const [output] of answers as AsyncIterable<[WorkerOutput]>) {
      if ('summary' in output) return output.summary
      await keep(output)
      send({ next: true })
    }
    throw new Error('The planning has ended without a plan.')
  } finally {
    await worker.terminate()
  }
}
