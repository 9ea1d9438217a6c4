/** Any unknown path leads home. */
import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- how the router is told
    throw redirect({ to: '/', replace: true })
  },
})
