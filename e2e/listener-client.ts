import { randomUUID } from 'node:crypto'
import { refresh, type TokenPair } from '@earmark/contract/auth.ts'
import type { Position } from '@earmark/contract/positions.ts'
import { type Person, type Site, signInElsewhere } from './people.ts'

const unanswered = new Set([502, 503])
const mostAsked = 10

/** A listener's device without a screen: it saves positions without pause, and renews its tokens as it goes. */
export class ListenerClient {
  /** What the server has said yes to last. */
  saved: Position | null = null
  /** How much each node has answered. */
  readonly answers = new Map<string, number>()
  readonly refusals: string[] = []
  readonly #site: Site
  readonly #path: string
  readonly #headers: Record<string, string>
  #tokens: TokenPair

  private constructor(site: Site, path: string, headers: Record<string, string>, tokens: TokenPair) {
    this.#site = site
    this.#path = path
    this.#headers = headers
    this.#tokens = tokens
  }

  static async signIn(site: Site, person: Person, audioBookId: number): Promise<ListenerClient> {
    const deviceId = randomUUID()
    const headers = { 'content-type': 'application/json', 'x-deviceid': deviceId }
    const tokens = await signInElsewhere(site, person, deviceId)
    return new ListenerClient(site, `/positions/me/audio-books/${audioBookId}`, headers, tokens)
  }

  async listen(until: AbortSignal): Promise<void> {
    for (let second = 0; !until.aborted; second = (second + 1) % 600) {
      const body = { positionSeconds: second, baseVersion: this.saved?.version ?? 0 }
      this.saved = (await this.#ask<Position>('PUT', this.#path, body)) ?? this.saved
      if (second % 5 === 0)
        this.#tokens = (await this.#ask('POST', refresh.url, this.#tokens)) ?? this.#tokens
    }
  }

  async read(): Promise<Position | null> {
    return await this.#ask<Position>('GET', this.#path)
  }

  /** The same again while nobody has answered it: a node that stops lets go of what it has not begun. */
  async #ask<Answer>(method: string, path: string, body?: object): Promise<Answer | null> {
    const headers = { ...this.#headers, authorization: `Bearer ${this.#tokens.accessToken}` }
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
    let answer = await fetch(`${this.#site.url}/api${path}`, init)
    for (let asked = 1; asked < mostAsked && unanswered.has(answer.status); asked += 1)
      answer = await fetch(`${this.#site.url}/api${path}`, init)
    if (!answer.ok) {
      this.refusals.push(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return null
    }
    const node = answer.headers.get('x-node') ?? ''
    this.answers.set(node, (this.answers.get(node) ?? 0) + 1)
    return (await answer.json()) as Answer
  }
}
