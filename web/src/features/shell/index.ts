export { ForbiddenPage } from './forbidden/forbidden-page.tsx'
export { focusPageAfterNavigation, showLostConnection } from './layout/follow-router.ts'
export { Layout } from './layout/layout.tsx'
export { NotFoundPage } from './not-found/not-found-page.tsx'
