import type { BrowserContext } from '@playwright/test'
import { expect } from '@playwright/test'

/** What is no trouble. */
const usual = [
  // A browser new to an account learns by a refusal that there is a queue already (decision 0013).
  /^answered: 409 .*\/api\/queues\/me\)$/,
  // Firefox looks for an icon of what is no page, and is not allowed to.
  /^(console: policy violated|uncaught: Content-Security-Policy): .*img-src.*\/favicon\.ico/,
  // Firefox says of a page that is left that its font was not wanted any more.
  /^uncaught: downloadable font: download failed .* status=2152398850 /,
]

/** Patterns of what journeys announce. */
export const refused = /^answered: 4\d\d/
export const broken = /^answered: 500/
export const unreachable = /^failed: unreachable/
/** Firefox tells no class of an error. */
export const logged = /^console: (Api)?Error/

/** The page or the audio element was not interested any more, as Chromium and Firefox say it. */
const aborted = new Set(['net::ERR_ABORTED', 'NS_BINDING_ABORTED'])
/** The journey itself took the server or the connection away, as Firefox and Chromium say it. */
const failedByJourney = new Set([
  'NS_ERROR_ABORT',
  'net::ERR_CONNECTION_REFUSED',
  'net::ERR_INTERNET_DISCONNECTED',
])
/** Chromium repeats failed requests in its console; to other hosts none is expected at all. */
const repeated = /^Failed to load resource: /

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
      const { url } = message.location()
      if (repeated.test(message.text()) && url.startsWith(this.#origin)) return
      this.#seen.push(`console: ${message.text()} (${url})`)
    })
    context.on('weberror', (error) => this.#seen.push(`uncaught: ${error.error().stack}`))
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? ''
      const what = failedByJourney.has(reason) ? 'unreachable' : reason
      if (!aborted.has(reason)) this.#note(`failed: ${what}`, request.url())
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
    const isKnown = (entry: string) => [...usual, ...this.#expected].some((pattern) => pattern.test(entry))
    const unannounced = this.#seen.filter((entry) => !isKnown(entry))
    expect(unannounced, 'what the page complained about').toEqual([])
    const missing = this.#expected.filter((pattern) => !this.#seen.some((entry) => pattern.test(entry)))
    expect(missing, 'announced trouble that did not come').toEqual([])
  }

  #note(what: string, url: string): void {
    if (url.startsWith(this.#origin)) this.#seen.push(`${what} (${url})`)
  }
}
