import { type Browser, chromium } from '@playwright/test'
import { findAnyChromium } from '../../scripts/machine.mjs'

export const chromiumPath = (await findAnyChromium()) ?? '/usr/bin/chromium'

/** A real browser for as long as something is measured in it. */
export async function inBrowser<Measured>(
  measure: (browser: Browser) => Promise<Measured>,
): Promise<Measured> {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  try {
    return await measure(browser)
  } finally {
    await browser.close()
  }
}
