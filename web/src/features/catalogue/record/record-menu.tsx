import { includesRole } from '@earmark/contract/roles.ts'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Link as LinkIcon, Pencil, Share2 } from 'lucide-react'
import { actionClass } from '../../../ui/button/action-button.tsx'
import { MenuButton, MenuItem, menuItemClass } from '../../../ui/menu/menu.tsx'
import { showToast } from '../../../ui/toast/toasts.ts'
import { useSession } from '../../auth/index.ts'
import { messages } from '../messages.ts'

interface RecordMenuProps {
  name: string
  /** There is something to hear, to which others can be led. */
  isPlayable: boolean
  /** Where editors change the record. */
  edit: Pick<LinkProps, 'to' | 'params'>
}

/** What else can be done with a record; nothing where there is nothing else. */
export function RecordMenu({ name, isPlayable, edit }: RecordMenuProps) {
  const session = useSession()
  const isEditor = includesRole(session.role, 'Editor')
  const sharing = isPlayable ? sharingHere : null
  if (sharing === null && !isEditor) return null
  return (
    <MenuButton label={messages.moreActions} outlined className={actionClass} short={messages.more}>
      {sharing === 'system' && (
        <MenuItem icon={Share2} onSelect={() => void share(name)}>
          {messages.share}
        </MenuItem>
      )}
      {sharing === 'clipboard' && (
        <MenuItem icon={LinkIcon} onSelect={() => void copyLink()}>
          {messages.copyLink}
        </MenuItem>
      )}
      {isEditor && (
        <Link {...edit} role="menuitem" tabIndex={-1} className={menuItemClass}>
          <Pencil size={18} aria-hidden="true" />
          {messages.edit}
        </Link>
      )}
    </MenuButton>
  )
}

/** Of the two what this browser has, here: pages without a secure connection have neither. */
const sharingHere = 'share' in navigator ? 'system' : 'clipboard' in navigator ? 'clipboard' : null

async function share(title: string): Promise<void> {
  try {
    await navigator.share({ title, url: location.href })
  } catch (error) {
    // Closed again without sharing.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}

async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href)
    showToast({ message: messages.linkCopied, type: 'success' })
  } catch {
    showToast({ message: messages.copyingFailed, type: 'error' })
  }
}
