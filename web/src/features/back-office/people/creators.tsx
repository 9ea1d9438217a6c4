import {
  type Creator,
  createCreator,
  deleteCreator,
  getCreator,
  updateCreator,
} from '@earmark/contract/creators.ts'
import { maxShortTextLength } from '@earmark/contract/fields.ts'
import { call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { FormTextField } from '../../../ui/field/form-fields.tsx'
import { type LoadCause, loadForEditing } from '../answers.ts'
import { creatorMessages as messages } from '../messages.ts'
import { NewPersonPage, type PersonFieldsProps, type PersonKind, PersonPage } from './person-pages.tsx'

/** A creator in its form: texts, empty for null. */
export interface CreatorValues {
  nickname: string
  name: string
  surname: string
}

/** The request body of a form's values: trimmed, null for an empty text. */
export function creatorBody({ nickname, name, surname }: CreatorValues) {
  return { nickname: nickname.trim(), name: name.trim() || null, surname: surname.trim() || null }
}

function checkNickname(nickname: string): string | undefined {
  return nickname.trim() === '' ? messages.nicknameRequired : undefined
}

/** The fields of a creator, on its page and in the dialog of a new one. */
export function CreatorFields({ control, refusalOf, isSaving = false }: PersonFieldsProps<CreatorValues>) {
  const shared = { control, maxLength: maxShortTextLength, autoComplete: 'off', readOnly: isSaving }
  return (
    <>
      <FormTextField
        {...shared}
        name="nickname"
        label={messages.nickname}
        hint={messages.nicknameHint}
        required
        check={checkNickname}
        refusal={refusalOf('nickname')}
      />
      <FormTextField {...shared} name="name" label={messages.name} refusal={refusalOf('name')} />
      <FormTextField {...shared} name="surname" label={messages.surname} refusal={refusalOf('surname')} />
    </>
  )
}

const creators: PersonKind<Creator, CreatorValues> = {
  kind: 'creators',
  messages,
  Fields: CreatorFields,
  nameOf: ({ nickname }) => nickname,
  valuesOf: (creator) => ({
    nickname: creator?.nickname ?? '',
    name: creator?.name ?? '',
    surname: creator?.surname ?? '',
  }),
  create: (values) => call(createCreator, { body: creatorBody(values) }),
  update: (values, { id }) => call(updateCreator, { params: { id }, body: { id, ...creatorBody(values) } }),
  remove: ({ id }) => call(deleteCreator, { params: { id } }),
  editLink: ({ id }) => ({ to: '/edit/creators/$id', params: { id: String(id) } }),
}

export function loadCreator(id: number, cause: LoadCause): Promise<Creator> {
  return loadForEditing(apiQuery(getCreator, { params: { id } }), messages.loadFailed, cause)
}

export function NewCreatorPage() {
  return <NewPersonPage kind={creators} />
}

export function CreatorPage({ creator }: { creator: Creator }) {
  return <PersonPage kind={creators} person={creator} />
}
