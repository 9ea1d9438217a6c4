import './styles/tokens.css'
import './styles/reset.css'
import './styles/type.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followSession } from './features/auth/index.ts'
import { followLibrary } from './features/library/index.ts'
import { focusPageAfterNavigation, showLostConnection } from './features/shell/index.ts'
import { queryClient } from './lib/query-client.ts'
import { router } from './router.tsx'

focusPageAfterNavigation(router)
showLostConnection(router)
followSession(router)
followLibrary()

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
