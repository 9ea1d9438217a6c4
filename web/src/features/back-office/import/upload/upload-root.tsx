import type { AnyRouter } from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import { UploadPanel } from './upload-panel.tsx'

let root: Root | undefined

/** A root of its own: the panel stays over whatever page one goes on with, and is none of the first load's business. */
export function showUploadPanel(router: AnyRouter): void {
  root ??= createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <UploadPanel
      onReview={(id) => void router.navigate({ to: '/edit/import/$', params: { _splat: String(id) } })}
    />,
  )
}
