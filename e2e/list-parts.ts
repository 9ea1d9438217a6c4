import type { Locator, Page } from '@playwright/test'

/** What a list page is made of. */
export function cards(page: Page): Locator {
  return page.getByRole('main').getByRole('article')
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
