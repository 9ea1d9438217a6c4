import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { operationsOf, readDocument } from '../../src/testing/api-document.ts'
import type { TestServer } from '../../src/testing/server.ts'
import type { Draft } from './draft.ts'
import { draftsOf } from './drafts.ts'
import { createOperationFinder, type FindOperation } from './operation-at.ts'
import { messageBends } from './raw-deformations.ts'
import type { Finding } from './report.ts'
import { isFile, surfaces } from './surfaces.ts'
import { inject, isBentByHeaders, say, type WireAnswer, writeMessage } from './senders.ts'
import { createJudge, type Judge } from './verdict.ts'
import { toWire, type WireRequest } from './wire.ts'
import { World } from './world.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** What is held after a collection, buffers included: what one collection finds unused is let go of in turns after it. */
async function collectedMebibytes(): Promise<number> {
  collect()
  await setImmediate()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 ** 2
}

/**
 * Sends generated requests, several at a time, and holds every answer to the document. Goes on after a finding: what
 * one request does to the records is part of what the next one meets, so a run is repeated by its seed as a whole.
 */
export interface FuzzRun {
  readonly findings: readonly Finding[]
  readonly sent: number
  /** How many answers of each status; 0 for a message that the server hung up on. */
  readonly statuses: Readonly<Record<number, number>>
  /** Operations of the document that no request has succeeded with. */
  readonly undone: readonly string[]
  /** Over the second half of the run; in the first schemas are compiled and caches filled. */
  readonly grownMebibytes: number
}

/** Sent at the same time. */
const together = 8
/** One in so many goes over a connection, which tells what cannot be injected. */
const overConnection = 16

export async function fuzz(server: TestServer, requests: number, seed: number): Promise<FuzzRun> {
  const run = await Run.open(server)
  const document = await readDocument(server.app)
  const operations = [...operationsOf(document), ...surfaces]
  const draft = draftsOf(operations, [await soundPart(), await picturePart()])
  const bends = fc.tuple(fc.nat(overConnection - 1), messageBends)
  const batch = fc.array(fc.tuple(draft, bends), { minLength: together, maxLength: together })
  let baseline: number | null = null
  const property = fc.asyncProperty(batch, async (several) => {
    await Promise.all(
      several.map(([one, [way, bend]]) => {
        if (way === 0) return run.sendOver(one, bend)
        return isFile(one.operation) ? run.sendOver(one, null) : run.inject(one)
      }),
    )
    await run.world.tend()
    if (baseline === null && run.sent >= requests / 2) baseline = await collectedMebibytes()
  })
  await fc.assert(property, { seed, numRuns: Math.ceil(requests / together), endOnFailure: true })
  const { findings, sent, statuses } = run
  const undone = operations.flatMap(({ operationId }) => (run.done.has(operationId) ? [] : operationId))
  const grownMebibytes = (await collectedMebibytes()) - (baseline ?? 0)
  return { findings, sent, statuses, undone, grownMebibytes }
}

class Run {
  readonly findings: Finding[] = []
  readonly statuses: Record<number, number> = {}
  /** Operations that a request has succeeded with. */
  readonly done = new Set<string>()
  sent = 0
  readonly world: World
  readonly #server: TestServer
  readonly #operationAt: FindOperation
  readonly #judge: Judge

  private constructor(server: TestServer, operationAt: FindOperation, judge: Judge) {
    this.#server = server
    this.#operationAt = operationAt
    this.#judge = judge
    this.world = new World(server)
  }

  static async open(server: TestServer): Promise<Run> {
    const document = await readDocument(server.app)
    const operationAt = createOperationFinder([...operationsOf(document), ...surfaces])
    const run = new Run(server, operationAt, createJudge(document, surfaces))
    await run.world.tend()
    return run
  }

  async inject(draft: Draft): Promise<void> {
    const request = toWire(draft, this.world)
    const answer = await this.#answered(request, null, () => inject(this.#server.app, request))
    if (answer) this.#take(draft, request, answer, null)
  }

  async sendOver(draft: Draft, bend: ((message: string) => string) | null): Promise<void> {
    const request = toWire(draft, this.world)
    const plain = writeMessage(request)
    const message = bend ? Buffer.from(bend(plain.toString('latin1')), 'latin1') : plain
    const { port } = this.#server.app.server.address() as AddressInfo
    const answer = await this.#answered(request, message, () =>
      say(port, message, bend !== null || isBentByHeaders(request)),
    )
    // A bent message is no request of the document's any more, whatever it says that it is.
    const method = plain.toString('latin1', 0, 5) === 'HEAD ' ? 'HEAD' : 'BENT'
    if (answer) this.#take(draft, bend ? { ...request, method, url: '/' } : request, answer, message)
  }

  /** Null for no answer, and for none in time, which is a finding. */
  async #answered(
    request: WireRequest,
    message: Buffer | null,
    send: () => Promise<WireAnswer | null>,
  ): Promise<WireAnswer | null> {
    this.sent += 1
    try {
      const answer = await send()
      const status = answer?.status ?? 0
      this.statuses[status] = (this.statuses[status] ?? 0) + 1
      return answer
    } catch (error) {
      const problem = error instanceof Error ? (error.stack ?? error.message) : 'nothing that is an error'
      this.findings.push({ problem: `no answer: ${problem}`, request, message, answer: null })
      return null
    }
  }

  #take(draft: Draft, request: WireRequest, answer: WireAnswer, message: Buffer | null): void {
    const operation = this.#operationAt(request.method, request.url)
    const problem = this.#judge(operation, request, answer)
    if (problem !== null) this.findings.push({ problem, request, message, answer })
    if (operation && answer.status > 0 && answer.status < 300) this.done.add(operation.operationId)
    // HEAD changes nothing, and tells nothing of a body.
    this.world.learn(draft.actor, request.method === 'HEAD' ? undefined : operation, request.url, answer)
  }
}

/** For creators alone: a form with a sound is slow enough. */
async function picturePart() {
  const { default: sharp } = await import('sharp')
  const image = sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
  return { name: 'Image', fileName: 'teal.png', content: await image.png().toBuffer() }
}

async function soundPart() {
  const sound = join(import.meta.dirname, '../../src/media/fixtures/tone.mp3')
  return { name: 'Audio', fileName: 'tone.mp3', content: await readFile(sound) }
}
