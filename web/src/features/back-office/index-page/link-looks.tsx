import { Pencil, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '../../../ui/button/button.tsx'
import { iconButtonClass } from '../../../ui/button/icon-button.tsx'
import { indexMessages } from '../messages.ts'

interface LinkLook {
  className: string | undefined
  'aria-label'?: string
  title?: string
  children: ReactNode
}

/** The look and the words of the link to a record's form. */
export function editLook(name: string): LinkLook {
  const label = indexMessages.edit(name)
  const children = <Pencil size={18} aria-hidden="true" />
  return { className: iconButtonClass, 'aria-label': label, title: label, children }
}

/** The look of the link to a new record's form. */
export function createLook(label: string): LinkLook {
  const children = (
    <>
      <Plus size={18} aria-hidden="true" />
      {label}
    </>
  )
  return { className: buttonClass, children }
}
