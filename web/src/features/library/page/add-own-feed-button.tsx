import { useNavigate } from '@tanstack/react-router'
import { Rss } from 'lucide-react'
import { firstData } from '../../../lib/request.ts'
import { Button } from '../../../ui/button/button.tsx'
import { useSession } from '../../auth/index.ts'
import { messages } from '../messages.ts'

/** Where listeners may add feeds for themselves. Editors add them for everybody, in the back office. */
export function AddOwnFeedButton() {
  const role = useSession((session) => session.role)
  const navigate = useNavigate()
  if (firstData.sources !== 'listeners' || role !== 'User') return null

  async function add() {
    const { addOwnFeed } = await import('../by-feed/add-own-feed.tsx')
    const id = await addOwnFeed()
    if (id !== null) await navigate({ to: '/podcasts/$id', params: { id: String(id) } })
  }

  return (
    <Button onClick={() => void add()}>
      <Rss size={18} aria-hidden="true" />
      {messages.addByFeed}
    </Button>
  )
}
