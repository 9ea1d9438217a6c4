import type { Page } from '@playwright/test'

declare global {
  interface Window {
    liveMessages?: string[]
  }
}

const regions = '[aria-live]:not([aria-live=off]), [role=status], [role=alert]'

/**
 * Notes what a screen reader is told by live regions. One that comes together with its text is not heard, unless it is
 * an alert.
 * @returns what was said since the page was opened
 */
export async function recordLiveMessages(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(observe, regions)
  await page.evaluate(observe, regions)
  return async () => await page.evaluate(() => window.liveMessages ?? [])
}

/** Runs in the page. */
function observe(selector: string): void {
  const said: string[] = (window.liveMessages = [])
  const known = new WeakSet(document.querySelectorAll(selector))
  const isAlert = (region: Element) => region.matches('[role=alert], [aria-live=assertive]')

  function say(region: Element, added: string): void {
    const isWhole = region.ariaAtomic === 'true' || region.matches('[role=status], [role=alert]')
    const words = (isWhole ? region.textContent : added).replaceAll(/\s+/g, ' ').trim()
    if (words !== '') said.push(`${isAlert(region) ? 'assertive' : 'polite'}: ${words}`)
  }

  new MutationObserver((records) => {
    const texts = new Map<Element, string>()
    for (const { target, addedNodes, type } of records) {
      const added = type === 'characterData' ? [target] : [...addedNodes]
      const around = (target instanceof Element ? target : target.parentElement)?.closest(selector)
      for (const node of added) {
        const inside = node instanceof Element ? [node, ...node.querySelectorAll(selector)] : []
        const region = around ?? inside.find((element) => element.matches(selector) && isAlert(element))
        if (region) texts.set(region, `${texts.get(region) ?? ''} ${node.textContent}`)
      }
    }
    for (const [region, added] of texts) if (known.has(region) || isAlert(region)) say(region, added)
    for (const region of document.querySelectorAll(selector)) known.add(region)
  }).observe(document, { subtree: true, childList: true, characterData: true })
}
