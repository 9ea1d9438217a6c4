/** A server in place of `fetch` and `XMLHttpRequest`: fixed responses, and refusals on demand. */
import type { ErrorItem } from '@earmark/contract/errors.ts'
import { vi } from 'vitest'

/** `GET /audio-books/1`, below the API's root, without the query. */
export type CallName = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`

interface Refusal {
  status: number
  items: readonly ErrorItem[]
}

export class FakeServer {
  readonly heard: CallName[] = []
  readonly #answers: Partial<Record<CallName, unknown>>
  readonly #refusals = new Map<CallName, Refusal>()
  readonly #held = new Map<CallName, Promise<void>>()

  /** @param answers bodies with status 200; every other call gets 204 */
  constructor(answers: Partial<Record<CallName, unknown>>) {
    this.#answers = answers
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
      this.#answer(init?.method ?? 'GET', address),
    )
    vi.stubGlobal(
      'XMLHttpRequest',
      uploadsTo((method, address) => this.#answer(method, address)),
    )
  }

  refuse(call: CallName, status: number, ...items: readonly ErrorItem[]): void {
    this.#refusals.set(call, { status, items })
  }

  allow(call: CallName): void {
    this.#refusals.delete(call)
  }

  /** Responses to the call wait until the returned function is called. */
  hold(call: CallName): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held.set(call, promise)
    return resolve
  }

  async #answer(method: string, address: string): Promise<Response> {
    const { pathname } = new URL(address, 'http://localhost')
    const call = `${method} ${pathname.slice('/api'.length)}` as CallName
    this.heard.push(call)
    await this.#held.get(call)
    const refusal = this.#refusals.get(call)
    if (refusal) return Response.json(refusal.items, { status: refusal.status })
    const answer = this.#answers[call]
    return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer)
  }
}

/** As much of `XMLHttpRequest` as uploads need. */
function uploadsTo(answer: (method: string, address: string) => Promise<Response>) {
  return class {
    upload = {}
    onload?: () => void
    status = 0
    responseText = ''
    #call = ['', ''] as [string, string]

    open(method: string, address: string) {
      this.#call = [method, address]
    }

    setRequestHeader() {}

    send() {
      void answer(...this.#call).then(async (response) => {
        const text = await response.text()
        Object.assign(this, { status: response.status, responseText: text })
        this.onload?.()
      })
    }

    abort() {}
  }
}
