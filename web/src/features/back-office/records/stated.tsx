import type { Source, SourcedField } from '@earmark/contract/sources.ts'
import { useQuery } from '@tanstack/react-query'
import { Pin, Rss } from 'lucide-react'
import { createContext, type ReactNode, useContext, useState } from 'react'
import type { Control } from 'react-hook-form'
import { useFormState } from 'react-hook-form'
import { firstData } from '../../../lib/request.ts'
import { Button } from '../../../ui/button/button.tsx'
import { attempt } from '../attempt.ts'
import { changeSource, sourceOf } from '../sources/source-calls.ts'
import { originMessages } from './origin-messages.ts'
import styles from './origin.module.css'
import type { RecordValues } from './record-values.ts'

/** Null for records that come from no feed. */
const SourceContext = createContext<Source | null>(null)

/** Around the form of a podcast: what its feed states is not edited unless it is detached. */
export function StatedByFeed({ podcastId, children }: { podcastId: number; children: ReactNode }) {
  const { data } = useQuery({
    ...sourceOf(podcastId),
    staleTime: 0,
    enabled: firstData.sources !== 'off',
  })
  return <SourceContext value={data?.items[0] ?? null}>{children}</SourceContext>
}

interface StatedProps {
  of: SourcedField
  /** Of the form whose unsaved changes come first. */
  control?: Control<RecordValues>
  disabled?: boolean
  children: (disabled: boolean) => ReactNode
}

/** A field that the feed of a podcast may state, with whose word it is. */
export function Stated({ of, control, disabled = false, children }: StatedProps) {
  const source = useContext(SourceContext)
  return (
    <div>
      {children(disabled || (source !== null && !source.detached.includes(of)))}
      {source !== null && <WhoseWord source={source} of={of} control={control} />}
    </div>
  )
}

interface WhoseWordProps {
  source: Source
  of: SourcedField
  control: Control<RecordValues> | undefined
}

function WhoseWord({ source, of, control }: WhoseWordProps) {
  const isDetached = source.detached.includes(of)
  const props = { source, of, isDetached }
  return (
    <p className={`meta ${styles.origin}`}>
      {isDetached ? <Pin size={14} aria-hidden="true" /> : <Rss size={14} aria-hidden="true" />}
      <span>{isDetached ? messages.editedHere : messages.fromFeed}</span>
      {control ? <FormToggle {...props} control={control} /> : <Toggle {...props} isDirty={false} />}
    </p>
  )
}

interface ToggleProps {
  source: Source
  of: SourcedField
  isDetached: boolean
}

/** Unsaved changes of the form come first: the record may be another one afterwards. */
function FormToggle({ control, ...toggle }: ToggleProps & { control: Control<RecordValues> }) {
  const { isDirty } = useFormState({ control })
  return <Toggle {...toggle} isDirty={isDirty} />
}

function Toggle({ source, of, isDetached, isDirty }: ToggleProps & { isDirty: boolean }) {
  const [isRunning, setRunning] = useState(false)

  async function toggle() {
    setRunning(true)
    const others = source.detached.filter((field) => field !== of)
    await attempt(() => changeSource(source, { detached: isDetached ? others : [...others, of] }), {
      ...(isDetached && { done: messages.comesBack }),
      failed: messages.failed,
    })
    setRunning(false)
  }

  const name = messages.fields[of]
  return (
    <Button
      kind="quiet"
      aria-label={isDetached ? messages.takeFeedOf(name) : messages.editHereOf(name)}
      disabled={isRunning || (isDetached && isDirty)}
      title={isDetached && isDirty ? originMessages.saveFirst : undefined}
      onClick={() => void toggle()}
    >
      {isDetached ? messages.takeFeed : messages.editHere}
    </Button>
  )
}

const messages = {
  fromFeed: 'From the feed.',
  editedHere: 'Edited here.',
  editHere: 'Edit here',
  editHereOf: (field: string) => `Edit here: ${field}`,
  takeFeed: 'Take the feed’s',
  takeFeedOf: (field: string) => `Take the feed’s: ${field}`,
  comesBack: 'The feed’s value comes back with the next check',
  failed: 'Changing the source failed',
  fields: {
    name: 'Name',
    description: 'Description',
    cover: 'Cover',
    categories: 'Categories',
    language: 'Language',
    isExplicit: 'Explicit',
    link: 'Link',
    episodeOrder: 'Order of episodes',
    voicers: 'People',
  } satisfies Record<SourcedField, string>,
} as const
