import { Link, type LinkProps } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { iconButtonClass } from '../../ui/button/icon-button.tsx'
import { indexMessages } from './messages.ts'

type EditLinkProps = Pick<LinkProps, 'to' | 'params'> & { name: string }

/** The link to a record's form, in its row of a table. */
export function EditLink({ name, ...way }: EditLinkProps) {
  const label = indexMessages.edit(name)
  return (
    <Link {...way} className={iconButtonClass} title={label}>
      <Pencil size={18} aria-hidden="true" />
    </Link>
  )
}
