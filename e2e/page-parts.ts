import type { Locator, Page } from '@playwright/test'

/** Parts of pages, as people find them. */
export function main(page: Page): Locator {
  return page.getByRole('main')
}

export function dialog(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name })
}

/** The region of the toasts. */
export function messages(page: Page): Locator {
  return page.getByRole('region', { name: 'Messages' })
}

/** Fills in a search field and sends it. */
export async function searchFor(field: Locator, term: string): Promise<void> {
  await field.fill(term)
  await field.press('Enter')
}

export function cards(page: Page): Locator {
  return main(page).getByRole('article')
}

export function pager(page: Page): Locator {
  return page.getByRole('navigation', { name: /^Pages of/ })
}

export function pageButton(page: Page, name: string): Locator {
  return pager(page).getByRole('button', { name, exact: true })
}

export function pageNumbers(page: Page): Locator {
  return pager(page).getByRole('button', { name: /^Page \d+$/ })
}
