import type { PublishingStatus } from '@earmark/contract/edited-records.ts'
import { useRouter } from '@tanstack/react-router'
import { Globe } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/button/button.tsx'
import { rescueFocus } from '../../../ui/dialog/modal.ts'
import { Strip } from '../../../ui/strip/strip.tsx'
import { showToast } from '../../../ui/toast/toasts.ts'
import { isSessionOver } from '../../auth/index.ts'

/** Of a record as editors have it. */
export interface DraftFields {
  status: PublishingStatus
  publishAt: string | null
  isUnlisted?: boolean
}

interface DraftStripProps {
  record: DraftFields
  publish: () => Promise<unknown>
}

/** Over the page of a record that is not public: who sees it, and how everybody does. */
export function DraftStrip({ record, publish }: DraftStripProps) {
  const router = useRouter()
  const [isRunning, setRunning] = useState(false)

  async function run(): Promise<void> {
    setRunning(true)
    try {
      await publish()
      showToast({ type: 'success', message: messages.published })
      // This page is another one now, and any list may have it.
      await router.invalidate({ sync: true })
      await queryClient.invalidateQueries()
      rescueFocus(document.querySelector('h1'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isSessionOver(error)) return
      showToast({ type: 'error', message: messages.failed, description: error.items.at(-1)?.description })
    } finally {
      setRunning(false)
    }
  }

  // An episode can be published in a podcast that is not; what is published otherwise is about to be shown so.
  if (record.status === 'Published') return 'podcast' in record ? <Strip text={messages.ofHidden} /> : null
  return (
    <Strip text={textOf(record)}>
      <Button kind="filled" disabled={isRunning} onClick={() => void run()}>
        <Globe size={18} aria-hidden="true" />
        {messages.publish}
      </Button>
    </Strip>
  )
}

function textOf({ publishAt, isUnlisted }: DraftFields): string {
  const seenBy = isUnlisted ? messages.unlisted : messages.draft
  return publishAt === null ? seenBy : `${seenBy} ${messages.scheduled(publishAt)}`
}

const dayAndTime = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' })

const messages = {
  draft: 'Draft: only editors see this page.',
  scheduled: (publishAt: string) => `It becomes public on ${dayAndTime.format(new Date(publishAt))}.`,
  unlisted: 'Draft: only editors and who follows its feed see this page.',
  ofHidden: 'Its podcast is not public.',
  publish: 'Publish',
  published: 'Published',
  failed: 'Publish failed',
} as const
