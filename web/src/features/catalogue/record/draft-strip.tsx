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

/** A record that is not public, as editors have it. */
export interface Draft {
  status: PublishingStatus
  publishAt: string | null
  isUnlisted?: boolean
}

interface DraftStripProps {
  record: Draft
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
      // Any list may have it now, and this page is another one.
      await queryClient.invalidateQueries()
      await router.invalidate()
      rescueFocus(document.querySelector('h1'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isSessionOver(error)) return
      showToast({ type: 'error', message: messages.failed, description: error.items.at(-1)?.description })
    } finally {
      setRunning(false)
    }
  }

  return (
    <Strip text={textOf(record)}>
      {record.status !== 'Published' && (
        <Button kind="filled" disabled={isRunning} onClick={() => void run()}>
          <Globe size={18} aria-hidden="true" />
          {messages.publish}
        </Button>
      )}
    </Strip>
  )
}

function textOf({ status, publishAt, isUnlisted }: Draft): string {
  if (isUnlisted) return messages.unlisted
  if (status === 'Published') return messages.ofDraft
  return publishAt === null ? messages.draft : messages.scheduled(publishAt)
}

const dayAndTime = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' })

const messages = {
  draft: 'Draft: only editors see this page.',
  scheduled: (publishAt: string) =>
    `Draft: only editors see this page, until ${dayAndTime.format(new Date(publishAt))}.`,
  unlisted: 'Draft: only editors and who follows its feed see this page.',
  ofDraft: 'Its podcast is a draft: only editors see this page.',
  publish: 'Publish',
  published: 'Published',
  failed: 'Publish failed',
} as const
