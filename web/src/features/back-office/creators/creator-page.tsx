import {
  type Creator,
  createCreator,
  deleteCreator,
  getCreator,
  updateCreator,
} from '@earmark/contract/creators.ts'
import { useRouter } from '@tanstack/react-router'
import { call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { useHere } from '../../auth/index.ts'
import { forgetAnswers, loadForEditing } from '../answers.ts'
import { attempt } from '../attempt.ts'
import { RecordMenu } from '../form/record-menu.tsx'
import { useDeletion } from '../form/use-deletion.ts'
import { creatorMessages as messages } from '../messages.ts'
import { creatorBody, type CreatorValues } from '../people/creator-values.ts'
import { RecordPage } from '../records/record-page.tsx'
import { CreatorForm } from './creator-form.tsx'

export function loadCreator(id: number, loading: Parameters<typeof loadForEditing>[2]): Promise<Creator> {
  return loadForEditing(apiQuery(getCreator, { params: { id } }), messages.loadFailed, loading)
}

export function NewCreatorPage() {
  const here = useHere()

  async function create(values: CreatorValues, onFailure: (error: unknown) => void) {
    const texts = { done: messages.created, failed: messages.createFailed, onFailure }
    const created = await attempt(() => call(createCreator, { body: creatorBody(values) }), texts)
    if (!created) return undefined
    await forgetAnswers('creators')
    const id = String(created.answer.id)
    await here.goOn({ to: '/edit/creators/$id', params: { id }, replace: true, ignoreBlocker: true })
    return created.answer
  }

  return (
    <RecordPage name={messages.newTitle}>
      <CreatorForm onSave={create} />
    </RecordPage>
  )
}

/** Shows what was loaded on the way here, and again after every save. */
export function CreatorPage({ creator }: { creator: Creator }) {
  const router = useRouter()
  const { id, nickname } = creator
  const deletion = useDeletion({
    kind: 'creators',
    name: nickname,
    messages,
    remove: () => call(deleteCreator, { params: { id } }),
  })

  async function update(values: CreatorValues, onFailure: (error: unknown) => void) {
    const texts = { done: messages.updated, failed: messages.updateFailed, onFailure }
    const body = { id, ...creatorBody(values) }
    const updated = await attempt(() => call(updateCreator, { params: { id }, body }), texts)
    if (!updated) return undefined
    await forgetAnswers('creators')
    await router.invalidate()
    return updated.answer
  }

  return (
    <RecordPage name={nickname} menu={<RecordMenu deletion={deletion} />}>
      <CreatorForm creator={creator} onSave={update} isDeleting={deletion.isRunning} />
    </RecordPage>
  )
}
