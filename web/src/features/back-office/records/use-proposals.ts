import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { messages } from './messages.ts'
import { readTags } from './read-tags.ts'
import type { RecordValues } from './record-values.ts'

const asTyped = { shouldDirty: true, shouldTouch: true, shouldValidate: true } as const

/**
 * Proposes name and cover, where they are empty, from the tags of a chosen audio file. The name of an audio book is the
 * album rather than the title, which may be a chapter's.
 */
export function useProposals(form: UseFormReturn<RecordValues>, nameTag: 'title' | 'album') {
  const [note, setNote] = useState<string>()

  async function propose(file: File): Promise<void> {
    setNote(undefined)
    const { title, album, cover } = await readTags(file)
    const now = form.getValues()
    if (!now.audio.some((choice) => choice.kind === 'chosen' && choice.file === file)) return
    const name = nameTag === 'title' ? (title ?? album) : (album ?? title)
    const takesName = name !== undefined && now.name.trim() === ''
    const takesCover = cover !== undefined && now.coverImage.kind === 'none'
    if (takesName) form.setValue('name', name, asTyped)
    if (takesCover) form.setValue('coverImage', { kind: 'chosen', file: cover }, asTyped)
    if (takesName || takesCover)
      setNote(messages.proposed[takesName ? (takesCover ? 'both' : 'name') : 'cover'])
  }

  return { note, propose: (file: File) => void propose(file) }
}
