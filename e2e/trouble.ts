import type { BrowserContext } from '@playwright/test'
import { expect } from '@playwright/test'

/** A browser new to an account learns by a refusal that there is a queue already (decision 0013). */
const usual = /^(answered: 409|console: .* 409 ).*\/api\/queues\/me\)$/

/** The page or the audio element was not interested any more, as Chromium and Firefox say it. */
const aborted = new Set(['net::ERR_ABORTED', 'NS_BINDING_ABORTED'])

/** Errors in the console, uncaught exceptions, policy violations, and requests to our own server that fail. */
export class Trouble {
  readonly #origin: string
  readonly #seen: string[] = []
  readonly #expected: RegExp[] = []

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Announces trouble that belongs to the journey. It has to come. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns)
  }

  async watch(context: BrowserContext): Promise<void> {
    context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'assert') return
      this.#seen.push(`console: ${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (error) => this.#seen.push(`uncaught: ${error.error().stack}`))
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? ''
      if (!aborted.has(reason)) this.#note(`failed: ${reason}`, request.url())
    })
    context.on('response', (response) => {
      if (response.status() >= 400) this.#note(`answered: ${response.status()}`, response.url())
    })
    await context.addInitScript(() => {
      // oxlint-disable-next-line no-console -- what is listened to, above
      const complain = console.error
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
        complain('policy violated:', effectiveDirective, blockedURI, sample),
      )
    })
  }

  settle(): void {
    const unannounced = this.#seen.filter(
      (entry) => !usual.test(entry) && !this.#expected.some((pattern) => pattern.test(entry)),
    )
    expect(unannounced, 'what the page complained about').toEqual([])
    const missing = this.#expected.filter((pattern) => !this.#seen.some((entry) => pattern.test(entry)))
    expect(missing, 'announced trouble that did not come').toEqual([])
  }

  #note(what: string, url: string): void {
    if (url.startsWith(this.#origin)) this.#seen.push(`${what} (${url})`)
  }
}
