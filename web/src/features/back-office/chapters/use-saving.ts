import type { Chapters } from '@earmark/contract/chapters.ts'
import type { NewChapters } from '@earmark/contract/chapter-edits.ts'
import { useState } from 'react'
import { queryClient } from '../../../lib/query-client.ts'
import { confirm } from '../../../ui/dialog/dialogs.ts'
import { showToast } from '../../../ui/toast/toasts.ts'
import { type NewTrack, player } from '../../player/index.ts'
import { forgetAnswers } from '../answers.ts'
import { showFailure } from '../attempt.ts'
import { type ChapterCalls, newerOf, refusedChapter } from './chapter-calls.ts'
import { askWhoseChapters } from './stale-chapters.tsx'
import { chapterMessages as messages } from './messages.ts'
import { chaptersOf, type Rows } from './rows.ts'
import type { ChapterList } from './use-chapter-list.ts'

interface Refused {
  readonly rows: Rows
  readonly problems: ReadonlyMap<number, string>
}

const none: ReadonlyMap<number, string> = new Map()

/** Writes the list, and resolves conflicts with other editors' lists. */
export function useSaving(calls: ChapterCalls, track: NewTrack, list: ChapterList) {
  const [isRunning, setRunning] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const { rows, stored } = list

  async function adopt(saved: Chapters): Promise<void> {
    list.adopt(saved)
    queryClient.setQueryData(calls.query.queryKey, saved)
    player.send({ type: 'chapters-known', recording: track.recording, chapters: saved.chapters })
    await forgetAnswers(calls.kind)
  }

  async function send(body: NewChapters, done: string): Promise<void> {
    try {
      const saved = await calls.replace(body)
      showToast({ type: 'success', message: done })
      await adopt(saved)
    } catch (error) {
      const newer = newerOf(error)
      if (newer === undefined) throw error
      const whose = await askWhoseChapters(rows, newer)
      if (whose === 'theirs') await adopt(newer)
      if (whose === 'yours') await send({ ...body, baseVersion: newer.version }, done)
    }
  }

  async function run(body: NewChapters, done: string): Promise<void> {
    setRunning(true)
    setRefused(undefined)
    try {
      await send(body, done)
    } catch (error) {
      const refusal = refusedChapter(error)
      const row = refusal && rows[refusal.place]
      if (row) setRefused({ rows, problems: new Map([[row.id, refusal.text]]) })
      showFailure(messages.saveFailed, error)
    } finally {
      setRunning(false)
    }
  }

  return {
    isRunning,
    /** What the server has refused, as long as nothing was changed. */
    refusals: refused?.rows === rows ? refused.problems : none,
    save: () => run({ chapters: chaptersOf(rows), baseVersion: stored.version }, messages.saved),
    async takeFile() {
      if (await confirm(messages.takeFileQuestion))
        await run({ source: 'Embedded', baseVersion: stored.version }, messages.taken)
    },
  }
}
