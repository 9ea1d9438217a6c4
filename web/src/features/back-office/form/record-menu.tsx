import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { MenuButton, MenuItem } from '../../../ui/menu/menu.tsx'
import { formMessages } from '../messages.ts'
import type { Deletion } from './use-deletion.ts'

interface RecordMenuProps {
  deletion: Deletion
  /** Further `MenuItem`s, before Delete. */
  children?: ReactNode
}

/** What can be done with a record beside editing it, at its page's head and away from Save. */
export function RecordMenu({ deletion, children }: RecordMenuProps) {
  return (
    <MenuButton label={formMessages.moreActions} outlined>
      {children}
      <MenuItem
        icon={Trash2}
        kind="danger"
        disabled={deletion.isRunning}
        onSelect={() => void deletion.start()}
      >
        {formMessages.delete}
      </MenuItem>
    </MenuButton>
  )
}
