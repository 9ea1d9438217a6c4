export { ForbiddenPage } from './forbidden/forbidden-page.tsx'
export { focusPageAfterNavigation } from './layout/focus-page.ts'
export { Layout } from './layout/layout.tsx'
export { NotFoundPage } from './not-found/not-found-page.tsx'
