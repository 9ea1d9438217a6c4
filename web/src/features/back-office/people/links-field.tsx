import { maxLinks } from '@earmark/contract/creator-edits.ts'
import { maxLinkLength } from '@earmark/contract/record-forms.ts'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { FormTextField } from '../../../ui/field/form-fields.tsx'
import { checkLink } from '../form/check-link.ts'
import { ListField } from '../form/list-field.tsx'
import { creatorMessages as messages } from '../messages.ts'
import type { CreatorValues } from './creator-values.ts'
import styles from './links-field.module.css'
import type { PersonFieldsProps } from './person-pages.tsx'

/** The addresses that lead on from a creator. */
export function LinksField({ control, refusalOf, isSaving = false }: PersonFieldsProps<CreatorValues>) {
  const adding = useRef<HTMLButtonElement>(null)
  const { fields, append, remove } = useFieldArray({ control, name: 'links' })
  const refused = refusalOf('links')(useWatch({ control, name: 'links' }))

  function removeAt(place: number) {
    remove(place)
    adding.current?.focus()
  }

  return (
    <ListField
      ref={adding}
      legend={messages.links}
      none={fields.length === 0 && messages.noLinks}
      full={fields.length >= maxLinks && messages.linksFull(maxLinks)}
      refused={refused}
      addLabel={messages.addLink}
      disabled={isSaving}
      onAdd={() => append({ address: '' })}
    >
      {fields.map((field, place) => (
        <li key={field.id} className={styles.link}>
          <FormTextField
            control={control}
            name={`links.${place}.address`}
            label={messages.link(place + 1)}
            type="url"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://"
            maxLength={maxLinkLength}
            readOnly={isSaving}
            check={checkLink}
          />
          <IconButton
            label={messages.removeLink(place + 1)}
            disabled={isSaving}
            onClick={() => removeAt(place)}
          >
            <X size={16} aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ListField>
  )
}
