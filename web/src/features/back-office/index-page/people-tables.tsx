import { type Creator, deleteCreator, pageCreators } from '@earmark/contract/creators.ts'
import { deleteUser, pageUsers, type User } from '@earmark/contract/users.ts'
import { Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { Flag } from '../../../ui/table/flag.tsx'
import type { Column } from '../../../ui/table/table.tsx'
import { indexMessages, tableMessages } from '../messages.ts'
import { startForgotPassword } from '../users/forgot-password.ts'
import type { IndexSearch, SortField } from './index-search.ts'
import { IndexTable } from './index-table.tsx'
import { createLook, editLook } from './link-looks.tsx'
import type { IndexKind } from './use-index-table.ts'

const { columns: headings } = indexMessages

const creators: IndexKind<'creators', Creator> = {
  table: 'creators',
  kind: 'creators',
  page: (querystring) => apiQuery(pageCreators, { querystring }),
  nameOf: ({ nickname }) => nickname,
  remove: ({ id }) => call(deleteCreator, { params: { id } }),
}

const creatorColumns: readonly Column<Creator, SortField<'creators'>>[] = [
  { heading: headings.id, kind: 'number', sortBy: 'id', cell: ({ id }) => id },
  { heading: headings.nickname, kind: 'name', sortBy: 'nickname', cell: ({ nickname }) => nickname },
  { heading: headings.name, sortBy: 'name', cell: ({ name }) => name },
  { heading: headings.surname, sortBy: 'surname', cell: ({ surname }) => surname },
]

function editCreator({ id, nickname }: Creator) {
  return <Link to="/edit/creators/$id" params={{ id: String(id) }} {...editLook(nickname)} />
}

export function CreatorsIndexTable({ search }: { search: IndexSearch }) {
  return (
    <IndexTable
      kind={creators}
      search={search}
      columns={creatorColumns}
      create={<Link to="/edit/creators/create" {...createLook(tableMessages.creators.create)} />}
      actions={editCreator}
    />
  )
}

const users: IndexKind<'users', User> = {
  table: 'users',
  kind: 'users',
  page: (querystring) => apiQuery(pageUsers, { querystring }),
  // Names may be the same; addresses never are.
  nameOf: ({ email }) => email,
  remove: ({ id }) => call(deleteUser, { params: { id } }),
}

const userColumns: readonly Column<User, SortField<'users'>>[] = [
  { heading: headings.id, kind: 'code', sortBy: 'id', cell: ({ id }) => <span title={id}>{id}</span> },
  { heading: headings.email, kind: 'name', sortBy: 'email', cell: ({ email }) => email },
  {
    heading: headings.emailConfirmed,
    kind: 'flag',
    sortBy: 'emailConfirmed',
    cell: ({ emailConfirmed }) => <Flag on={emailConfirmed} />,
  },
  { heading: headings.name, sortBy: 'name', cell: ({ name }) => name },
  { heading: headings.role, sortBy: 'role', cell: ({ role }) => role },
]

function userActions({ id, email }: User) {
  return (
    <>
      <IconButton label={indexMessages.forgotPassword(email)} onClick={() => void startForgotPassword(email)}>
        <KeyRound size={18} aria-hidden="true" />
      </IconButton>
      <Link to="/edit/users/$id" params={{ id }} {...editLook(email)} />
    </>
  )
}

export function UsersTable({ search }: { search: IndexSearch }) {
  return (
    <IndexTable
      kind={users}
      search={search}
      columns={userColumns}
      create={<Link to="/edit/users/create" {...createLook(tableMessages.users.create)} />}
      actions={userActions}
    />
  )
}
