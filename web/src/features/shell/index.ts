export { ForbiddenPage } from './notice/forbidden-page.tsx'
export { focusPageAfterNavigation, showLostConnection } from './layout/follow-router.ts'
export { Layout } from './layout/layout.tsx'
export { NotFoundPage } from './notice/not-found-page.tsx'
