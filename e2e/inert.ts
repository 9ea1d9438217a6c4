import type { BrowserContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** Whatever runs of what was only to be shown, and whatever is asked of another host than ours. */
export class Watch {
  readonly #seen: string[] = []

  async begin(context: BrowserContext, origin: string): Promise<void> {
    await context.exposeBinding('told', (_source, what: string) => this.#seen.push(what))
    await context.addInitScript(() => {
      const { told } = window as unknown as { told: (what: string) => void }
      for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'])
        Object.assign(window, { [name]: () => told(`${name} was called`) })
    })
    context.on('request', (request) => {
      const url = new URL(request.url())
      if (url.protocol.startsWith('http') && url.origin !== origin) this.#seen.push(`asked ${url.href}`)
    })
    context.on('dialog', (dialog) => {
      this.#seen.push(`asked people: ${dialog.message()}`)
      void dialog.dismiss()
    })
  }

  settle(): void {
    expect(this.#seen, 'what ran, and who was asked').toEqual([])
  }
}

/** The page shows these texts letter for letter, and nothing in it has become more than text. */
export async function expectOnlyText(page: Page, texts: readonly string[], where: string): Promise<void> {
  const missing = () =>
    page.evaluate((wanted) => {
      const plain = (text: string) => text.replace(/\s+/g, ' ')
      const fields = Array.from(document.querySelectorAll('input, textarea'), (field) =>
        'value' in field ? String(field.value) : '',
      )
      const shown = plain(`${document.body.textContent} ${fields.join(' ')}`)
      return wanted.filter((text) => !shown.includes(plain(text)))
    }, texts)
  await expect.poll(missing, { message: `${where} shows them as they are` }).toEqual([])
  expect.soft(await page.evaluate(findForeign), `${where}, become more than text`).toEqual([])
}

/** Elements that none of our pages has. Runs in the page. */
function findForeign(): string[] {
  const never =
    'iframe, frame, frameset, object, embed, applet, base, portal, marquee, math, foreignObject, animate, set, xss, keygen'
  const leads = /^(src|href|xlink:href|action|formaction|data|poster)$/
  function isForeign(element: Element): boolean {
    if (element.matches(never)) return true
    if (element.matches('script:not([type*="json"])') && element.textContent?.includes('alert(')) return true
    return Array.from(element.attributes).some(({ name, value }) => {
      if (name.startsWith('on') || name === 'srcdoc') return true
      if (/^(style|srcset)$/.test(name)) return value.includes('evil.example')
      if (!leads.test(name) || !URL.canParse(value, document.baseURI)) return false
      const { protocol, hostname } = new URL(value, document.baseURI)
      // Where a description names an address that starts with https, it is a link, with no more than that.
      const isLink = element.matches('a[rel~="nofollow"]') && protocol === 'https:'
      return !isLink && (/^(javascript|vbscript):/.test(protocol) || hostname === 'evil.example')
    })
  }
  return Array.from(document.querySelectorAll('*'))
    .filter(isForeign)
    .map((element) => element.outerHTML.slice(0, 200))
}
