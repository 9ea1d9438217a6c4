import type { AppError } from '../../errors.ts'
import { newNode, newOwner } from './upload-owners.ts'

/** Milliseconds without a byte after which a request makes way for one that resumes its upload. */
const silenceMs = 500
/** Milliseconds after which a request that still brings bytes is another client's, not one whose line was cut. */
const patienceMs = 3_000

/** A request of this node that writes an upload. */
export class Writer implements Disposable {
  readonly owner: string
  readonly #controller = new AbortController()
  readonly #end = Promise.withResolvers<void>()
  readonly #leave: () => void
  #isEnding = false
  /** Of those that wait for a byte, or for the last one. */
  readonly #listeners = new Set<() => void>()

  constructor(node: string, leave: () => void) {
    this.owner = newOwner(node)
    this.#leave = leave
  }

  get stopped(): AbortSignal {
    return this.#controller.signal
  }

  get ended(): Promise<void> {
    return this.#end.promise
  }

  /** Whether its last byte has come. */
  get isEnding(): boolean {
    return this.#isEnding
  }

  noteBytes(): void {
    for (const hear of this.#listeners) hear()
  }

  noteEnding(): void {
    this.#isEnding = true
    this.noteBytes()
  }

  async stop(reason: AppError): Promise<void> {
    this.#controller.abort(reason)
    await this.ended
  }

  /** @returns false after a while without any byte */
  async isHeardOf(): Promise<boolean> {
    const heard = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => heard.resolve(false), silenceMs)
    const hear = () => heard.resolve(true)
    this.#listeners.add(hear)
    const isHeard = await heard.promise
    this.#listeners.delete(hear)
    clearTimeout(timer)
    return isHeard
  }

  [Symbol.dispose](): void {
    this.#leave()
    this.#end.resolve()
  }
}

/** What requests of this node write, by the ids of uploads. */
export class UploadWriters {
  readonly node = newNode()
  readonly #writers = new Map<string, Writer>()

  /** Null while another one writes; one that is at its end is waited for. */
  async begin(id: string): Promise<Writer | null> {
    for (let present = this.#writers.get(id); present; present = this.#writers.get(id)) {
      if (!present.isEnding) return null
      await present.ended
    }
    const writer = new Writer(this.node, () => this.#writers.delete(id))
    this.#writers.set(id, writer)
    return writer
  }

  /** A request whose client has gone may never hear of it: one that has fallen silent ends here. */
  async settle(id: string, reason: AppError): Promise<void> {
    const writer = this.#writers.get(id)
    if (!writer) return
    const end = performance.now() + patienceMs
    while (!writer.isEnding && performance.now() < end) {
      if (!(await writer.isHeardOf())) return await writer.stop(reason)
    }
    if (writer.isEnding) await writer.ended
  }

  has(id: string): boolean {
    return this.#writers.has(id)
  }

  async stop(id: string, reason: AppError): Promise<void> {
    await this.#writers.get(id)?.stop(reason)
  }

  async stopAll(reason: AppError): Promise<void> {
    await Promise.all([...this.#writers.values()].map((writer) => writer.stop(reason)))
  }
}
