import { maxPublisherLength, maxSubtitleLength } from '@earmark/contract/limits.ts'
import { maxGenreLength, maxIsbnLength, maxLinkLength } from '@earmark/contract/record-forms.ts'
import { listGenres } from '@earmark/contract/genres.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { languageName } from '../../../lib/languages.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { CheckboxField } from '../../../ui/field/checkbox-field.tsx'
import { ChipsField } from '../../../ui/field/chips-field.tsx'
import { FormTextField } from '../../../ui/field/form-fields.tsx'
import { type Option, SelectField } from '../../../ui/field/select-field.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { checkLink } from '../form/check-link.ts'
import { fieldMessages as messages } from './field-messages.ts'
import { checkSeason, checkYear, instantOf, localTimeOf } from './field-values.ts'
import { Origin, Sourced } from './origin.tsx'
import type { RecordFieldProps } from './record-fields.tsx'
import { SeriesField } from './series-field.tsx'
import styles from './record-form.module.css'
import { Stated } from './stated.tsx'

/** The fields that only audio books, only podcasts or only episodes have. */

export function AudioBookFields(props: RecordFieldProps) {
  const { control } = props
  return (
    <>
      <Sourced of="subtitle" control={control}>
        <LineField {...props} name="subtitle" label={messages.subtitle} maxLength={maxSubtitleLength} />
      </Sourced>
      <Sourced of="series" control={control}>
        <SeriesField {...props} />
        <Origin of="sequence" control={control} />
      </Sourced>
      <GenresField {...props} name="genres" label={messages.genres} />
      <Pair>
        <Sourced of="language" control={control}>
          <LanguageField {...props} />
        </Sourced>
        <Sourced of="publishedYear" control={control}>
          <LineField
            {...props}
            name="publishedYear"
            label={messages.year}
            inputMode="numeric"
            check={checkYear}
          />
        </Sourced>
      </Pair>
      <Pair>
        <Sourced of="publisher" control={control}>
          <LineField {...props} name="publisher" label={messages.publisher} maxLength={maxPublisherLength} />
        </Sourced>
        <LineField {...props} name="isbn" label={messages.isbn} maxLength={maxIsbnLength} />
      </Pair>
      <ChoiceField
        {...props}
        name="isAbridged"
        label={messages.abridgement}
        options={messages.abridgements}
      />
      <ExplicitField {...props} />
    </>
  )
}

export function PodcastFields(props: RecordFieldProps) {
  return (
    <>
      <Stated {...props} of="categories">
        {(disabled) => (
          <GenresField {...props} name="categories" label={messages.categories} disabled={disabled} />
        )}
      </Stated>
      <Pair>
        <Stated {...props} of="language">
          {(disabled) => <LanguageField {...props} disabled={disabled} />}
        </Stated>
        <Stated {...props} of="episodeOrder">
          {(disabled) => (
            <ChoiceField
              {...props}
              name="episodeOrder"
              label={messages.episodeOrder}
              options={messages.episodeOrders}
              disabled={disabled}
            />
          )}
        </Stated>
      </Pair>
      <Stated {...props} of="link">
        {(disabled) => (
          <LineField
            {...props}
            name="link"
            label={messages.link}
            inputMode="url"
            maxLength={maxLinkLength}
            check={checkLink}
            disabled={disabled}
          />
        )}
      </Stated>
      <Stated {...props} of="isExplicit">
        {(disabled) => <ExplicitField {...props} disabled={disabled} />}
      </Stated>
    </>
  )
}

export function EpisodeFields(props: RecordFieldProps) {
  return (
    <>
      <Pair>
        <LineField {...props} name="season" label={messages.season} inputMode="numeric" check={checkSeason} />
        <ChoiceField
          {...props}
          name="episodeType"
          label={messages.episodeType}
          options={messages.episodeTypes}
        />
      </Pair>
      <PublishedAtField {...props} />
      <ExplicitField {...props} />
    </>
  )
}

function Pair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>
}

interface LineFieldProps extends RecordFieldProps {
  name: 'subtitle' | 'publishedYear' | 'publisher' | 'isbn' | 'link' | 'season'
  label: string
  maxLength?: number
  inputMode?: 'numeric' | 'url'
  check?: (value: string) => string | undefined
}

function LineField({ name, refusalOf, ...field }: LineFieldProps) {
  return <FormTextField {...field} name={name} autoComplete="off" refusal={refusalOf(name)} />
}

interface ChoiceFieldProps extends RecordFieldProps {
  name: 'language' | 'isAbridged' | 'episodeOrder' | 'episodeType'
  label: string
  options: readonly Option[]
}

function ChoiceField({ control, name, label, options, refusalOf, disabled }: ChoiceFieldProps) {
  const { field } = useController({ control, name })
  const refused = refusalOf(name)(field.value)
  return (
    <SelectField {...field} label={label} options={options} disabled={disabled} message={errorOf(refused)} />
  )
}

/** The languages that are proposed, beside the record's own. */
const languages =
  'af ar bg bn ca cs cy da de el en en-GB en-US es et eu fa fi fr ga gl he hi hr hu id is it ja ko lt lv ms nb nl nn pl pt pt-BR ro ru sk sl sr sv sw ta th tr uk ur vi zh'.split(
    ' ',
  )

/** By name, behind the choice of none. @param own a record's, or empty */
export function languageOptions(own = ''): Option[] {
  const tags = new Set(own === '' ? languages : [...languages, own])
  const named = [...tags].map((value) => ({ value, label: languageName(value) }))
  const unknown = { value: '', label: messages.unknownLanguage }
  return [unknown, ...named.toSorted((one, other) => one.label.localeCompare(other.label))]
}

function LanguageField(props: RecordFieldProps) {
  const { field } = useController({ control: props.control, name: 'language' })
  const options = languageOptions(field.value)
  return <ChoiceField {...props} name="language" label={messages.language} options={options} />
}

interface GenresFieldProps extends RecordFieldProps {
  name: 'genres' | 'categories'
  label: string
}

function GenresField({ control, name, label, refusalOf, disabled }: GenresFieldProps) {
  const { field } = useController({ control, name })
  const { data: known = [] } = useQuery(apiQuery(listGenres, {}))
  return (
    <ChipsField
      {...field}
      label={label}
      suggestions={known.map((genre) => genre.name)}
      placeholder={messages.add}
      removeLabel={messages.remove}
      maxLength={maxGenreLength}
      disabled={disabled}
      message={errorOf(refusalOf(name)(field.value))}
    />
  )
}

function PublishedAtField({ control, refusalOf, disabled }: RecordFieldProps) {
  const { field } = useController({ control, name: 'publishedAt' })
  return (
    <div className={styles.time}>
      <TextField
        {...field}
        type="datetime-local"
        value={localTimeOf(field.value)}
        onChange={(event) => field.onChange(instantOf(event.target.value))}
        label={messages.publishedAt}
        hint={messages.publishedAtHint}
        disabled={disabled}
        message={errorOf(refusalOf('publishedAt')(field.value))}
      />
    </div>
  )
}

function ExplicitField({ control, disabled }: RecordFieldProps) {
  const { field } = useController({ control, name: 'isExplicit' })
  const { value, ...input } = field
  return <CheckboxField {...input} checked={value} label={messages.explicit} disabled={disabled} />
}

function errorOf(text: string | undefined) {
  return text === undefined ? undefined : ({ kind: 'error', text } as const)
}
