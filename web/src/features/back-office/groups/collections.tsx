import {
  createCollection,
  deleteCollection,
  type EditedCollection,
  getEditedCollection,
  replaceCollectionItems,
  updateCollection,
} from '@earmark/contract/collection-edits.ts'
import { useController } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { CheckboxField } from '../../../ui/field/checkbox-field.tsx'
import { FormTextField } from '../../../ui/field/form-fields.tsx'
import { type LoadCause, loadForEditing } from '../answers.ts'
import { collectionMessages as messages } from '../messages.ts'
import {
  NewPersonPage,
  type PersonFieldsProps,
  type PersonKind,
  PersonPage,
} from '../people/person-pages.tsx'
import { CollectionItems } from './collection-items.tsx'
import {
  checkPlace,
  type CollectionValues,
  hasSameItems,
  newItems,
  textsOf,
  valuesOf,
} from './collection-values.ts'
import { GroupFields } from './group-fields.tsx'

function CollectionFields(props: PersonFieldsProps<CollectionValues>) {
  const { control, refusalOf, isSaving = false } = props
  const { field: onHome } = useController({ control, name: 'isOnHome' })
  const { field: items } = useController({ control, name: 'items' })
  const { value: isOnHome, ...input } = onHome
  return (
    <>
      <GroupFields {...props} />
      <FormTextField
        control={control}
        name="place"
        label={messages.place}
        hint={messages.placeHint}
        inputMode="numeric"
        autoComplete="off"
        readOnly={isSaving}
        check={checkPlace}
        refusal={refusalOf('place')}
      />
      <CheckboxField {...input} checked={isOnHome} label={messages.isOnHome} disabled={isSaving} />
      <CollectionItems
        items={items.value}
        onChange={items.onChange}
        disabled={isSaving}
        refused={refusalOf('items')(items.value)}
      />
    </>
  )
}

const collections: PersonKind<EditedCollection, CollectionValues> = {
  kind: 'collections',
  messages,
  Fields: CollectionFields,
  nameOf: ({ name }) => name,
  valuesOf,
  create: async (values) => {
    const created = await call(createCollection, { body: textsOf(values) })
    return await saveItems(values, created)
  },
  update: async (values, before) => {
    // First what may be refused: one of the items may be gone.
    const { id, updatedAt } = await saveItems(values, before)
    const body = { id, ...textsOf(values), baseUpdatedAt: updatedAt }
    return await call(updateCollection, { params: { id }, body })
  },
  remove: ({ id }) => call(deleteCollection, { params: { id } }),
  reread: ({ id }) => call(getEditedCollection, { params: { id } }),
  editLink: ({ id }) => ({ to: '/edit/collections/$id', params: { id: String(id) } }),
  viewLink: ({ id }) => ({ to: '/collections/$id', params: { id: String(id) } }),
}

async function saveItems(values: CollectionValues, over: EditedCollection): Promise<EditedCollection> {
  if (hasSameItems(values, over)) return over
  const body = { items: newItems(values), baseUpdatedAt: over.updatedAt }
  return await call(replaceCollectionItems, { params: { id: over.id }, body })
}

export function loadCollection(id: number, cause: LoadCause): Promise<EditedCollection> {
  return loadForEditing(apiQuery(getEditedCollection, { params: { id } }), messages.loadFailed, cause)
}

export function NewCollectionPage() {
  return <NewPersonPage kind={collections} />
}

export function CollectionPage({ collection }: { collection: EditedCollection }) {
  return <PersonPage kind={collections} person={collection} />
}
