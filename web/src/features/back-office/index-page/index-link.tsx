import { Link } from '@tanstack/react-router'
import { formMessages } from '../messages.ts'
import { rememberedIndex } from './remembered-index.ts'

/** Back to the tables, as they were left. */
export function IndexLink() {
  return (
    <Link to="/edit" search={rememberedIndex()}>
      {formMessages.edit}
    </Link>
  )
}
