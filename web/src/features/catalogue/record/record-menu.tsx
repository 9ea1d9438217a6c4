import { includesRole } from '@earmark/contract/roles.ts'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Link as LinkIcon, Pencil, Share2 } from 'lucide-react'
import { useMediaQuery } from '../../../lib/use-media-query.ts'
import { actionClass } from '../../../ui/button/action-button.tsx'
import { iconButtonClass } from '../../../ui/button/icon-button.tsx'
import { MenuButton, MenuItem, menuItemClass } from '../../../ui/menu/menu.tsx'
import { showToast } from '../../../ui/toast/toasts.ts'
import { useSession } from '../../auth/index.ts'
import { type NewTrack, useProgressParts } from '../../player/index.ts'
import { messages } from '../page-messages.ts'
import styles from './record-actions.module.css'

interface RecordMenuProps {
  name: string
  /** There is something to hear, to which others can be led. */
  isPlayable: boolean
  /** Of a recording with audio: it can be marked as finished or unplayed. */
  track?: NewTrack | null | undefined
  /** Where editors change the record. */
  edit: Pick<LinkProps, 'to' | 'params'>
}

/** What else can be done with a record; nothing where there is nothing else. On wide windows editing stands beside it. */
export function RecordMenu({ name, isPlayable, track, edit }: RecordMenuProps) {
  const { Marks } = useProgressParts()
  const session = useSession()
  const isWide = useMediaQuery('(min-width: 1024px)')
  const isEditor = includesRole(session.role, 'Editor')
  const sharing = isPlayable ? sharingHere : null
  const marks = track && Marks && <Marks track={track} />
  const isInMenu = isEditor && !isWide
  const menu = (sharing !== null || marks || isInMenu) && (
    <MenuButton label={messages.moreActions} outlined className={actionClass} short={messages.more}>
      {marks}
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
      {isInMenu && (
        <Link {...edit} role="menuitem" tabIndex={-1} className={menuItemClass}>
          <Pencil size={18} aria-hidden="true" />
          {messages.edit}
        </Link>
      )}
    </MenuButton>
  )
  if (!isEditor || !isWide) return menu
  return (
    <div className={styles.tools}>
      <Link
        {...edit}
        className={`${iconButtonClass} ${actionClass}`}
        aria-label={messages.edit}
        title={messages.edit}
        data-outlined=""
      >
        <Pencil size={18} aria-hidden="true" />
      </Link>
      {menu}
    </div>
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
