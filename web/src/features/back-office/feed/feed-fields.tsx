import {
  feedTypes,
  type FeedType,
  maxFeedCategories,
  maxFirstPageItems,
  minFirstPageItems,
} from '@earmark/contract/feed-settings.ts'
import { type DirectoryCategory, feedCategories } from '@earmark/contract/feeds.ts'
import { CheckboxField } from '../../../ui/field/checkbox-field.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { emailInput, TextAreaField, TextField } from '../../../ui/field/text-field.tsx'
import type { FeedValues } from './feed-values.ts'
import { feedMessages as messages } from './messages.ts'

interface FeedFieldsProps {
  values: FeedValues
  onChange: (changed: Partial<FeedValues>) => void
}

const types = feedTypes.map((value) => ({ value, label: messages.types[value] }))
const categories = [
  { value: '', label: messages.noCategory },
  ...feedCategories.map((value) => ({ value, label: value })),
]

export function FeedFields({ values, onChange }: FeedFieldsProps) {
  return (
    <>
      <TextField
        label={messages.language}
        value={values.language}
        required
        onChange={(event) => onChange({ language: event.currentTarget.value })}
      />
      <CategoryFields values={values} onChange={onChange} />
      <TextField
        label={messages.author}
        hint={messages.fromRecord}
        value={values.author}
        maxLength={200}
        onChange={(event) => onChange({ author: event.currentTarget.value })}
      />
      <SelectField
        label={messages.type}
        value={values.type}
        options={types}
        onChange={(event) => onChange({ type: event.currentTarget.value as FeedType })}
      />
      {(['explicit', 'complete', 'locked'] as const).map((name) => (
        <CheckboxField
          key={name}
          label={messages[name]}
          checked={values[name]}
          onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
        />
      ))}
      {values.firstPageItems !== null && (
        <TextField
          label={messages.firstPageItems}
          hint={messages.firstPageItemsHint}
          type="number"
          inputMode="numeric"
          required
          min={minFirstPageItems}
          max={maxFirstPageItems}
          step={1}
          value={values.firstPageItems}
          onChange={(event) => onChange({ firstPageItems: event.currentTarget.value })}
        />
      )}
      <OwnerFields values={values} onChange={onChange} />
      <TextAreaField
        label={messages.funding}
        hint={messages.fundingHint}
        value={values.funding}
        rows={3}
        onChange={(event) => onChange({ funding: event.currentTarget.value })}
      />
      <TextAreaField
        label={messages.verify}
        hint={messages.verifyHint}
        value={values.verify}
        rows={3}
        onChange={(event) => onChange({ verify: event.currentTarget.value })}
      />
    </>
  )
}

/** Each next one as soon as there is the one before. */
function CategoryFields({ values, onChange }: FeedFieldsProps) {
  const chosen = values.categories
  const change = (place: number, category: string) => {
    const next = chosen.toSpliced(place, 1, ...(category === '' ? [] : [category as DirectoryCategory]))
    onChange({ categories: next })
  }
  return messages.categories
    .slice(0, Math.min(maxFeedCategories, chosen.length + 1))
    .map((label, place) => (
      <SelectField
        key={label}
        label={label}
        value={chosen[place] ?? ''}
        options={categories}
        onChange={(event) => change(place, event.currentTarget.value)}
      />
    ))
}

function OwnerFields({ values, onChange }: FeedFieldsProps) {
  return (
    <>
      <TextField
        {...emailInput}
        label={messages.ownerEmail}
        value={values.ownerEmail}
        onChange={(event) => onChange({ ownerEmail: event.currentTarget.value })}
      />
      <CheckboxField
        label={messages.tellOwner}
        hint={messages.tellOwnerHint}
        checked={values.tellOwner}
        onChange={(event) => onChange({ tellOwner: event.currentTarget.checked })}
      />
      <TextField
        label={messages.link}
        hint={messages.fromRecord}
        type="url"
        value={values.link}
        onChange={(event) => onChange({ link: event.currentTarget.value })}
      />
      <TextField
        label={messages.copyright}
        value={values.copyright}
        maxLength={500}
        onChange={(event) => onChange({ copyright: event.currentTarget.value })}
      />
    </>
  )
}
