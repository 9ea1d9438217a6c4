import { createCreator, deleteCreator, updateCreator } from '@earmark/contract/creator-edits.ts'
import { type CreatorDetail, getCreator } from '@earmark/contract/creators.ts'
import { Merge } from 'lucide-react'
import { call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { upload } from '../../../lib/upload.ts'
import { MenuItem } from '../../../ui/menu/menu.tsx'
import { useHere } from '../../auth/index.ts'
import { forgetAnswers, type LoadCause, loadForEditing } from '../answers.ts'
import { creatorMessages as messages, mergeMessages } from '../messages.ts'
import { CreatorFields } from './creator-fields.tsx'
import { creatorParts, type CreatorValues, creatorValues } from './creator-values.ts'
import { mergeIntoAnother } from './merge-dialog.tsx'
import { NewPersonPage, type PersonKind, PersonPage } from './person-pages.tsx'

const query = (id: number) => apiQuery(getCreator, { params: { id } })

const creators: PersonKind<CreatorDetail, CreatorValues> = {
  kind: 'creators',
  messages,
  Fields: CreatorFields,
  nameOf: ({ nickname }) => nickname,
  valuesOf: creatorValues,
  create: (values) => upload(createCreator, { form: creatorParts(values) }),
  update: (values, { id, updatedAt }) => {
    const form = { Id: id, UpdatedAt: updatedAt, ...creatorParts(values) }
    return upload(updateCreator, { params: { id }, form })
  },
  remove: ({ id }) => call(deleteCreator, { params: { id } }),
  reread: ({ id }) => call(getCreator, { params: { id } }),
  editLink: ({ id }) => ({ to: '/edit/creators/$id', params: { id: String(id) } }),
  viewLink: ({ id }) => ({ to: '/creators/$id', params: { id: String(id) } }),
}

export function loadCreator(id: number, cause: LoadCause): Promise<CreatorDetail> {
  return loadForEditing(query(id), messages.loadFailed, cause)
}

export function NewCreatorPage() {
  return <NewPersonPage kind={creators} />
}

export function CreatorPage({ creator }: { creator: CreatorDetail }) {
  const here = useHere()

  async function merge() {
    const other = await mergeIntoAnother(creator)
    if (!other) return
    // First the page: the form's own record is gone.
    await here.goOn({ ...creators.editLink(other), replace: true, ignoreBlocker: true })
    await forgetAnswers('creators')
  }

  return (
    <PersonPage kind={creators} person={creator}>
      <MenuItem icon={Merge} onSelect={() => void merge()}>
        {mergeMessages.item}
      </MenuItem>
    </PersonPage>
  )
}
