import { dismissToast, showToast, useToasts } from '../../../ui/toast/toasts.ts'
import { messages } from '../bar-messages.ts'
import type { Player } from '../audio/player.ts'
import { usePanels } from '../panels.ts'
import { extendSleep, sleepNews } from './sleep-notice.tsx'

const shownMilliseconds = { soon: 20_000, over: 60_000 } as const

/** A toast before and one after the sleep timer's stop, with a button to extend it. */
export function tellOfSleep(player: Player): () => void {
  let shown: number | null = null

  return player.store.subscribe((state, before) => {
    const news = sleepNews(state)
    if (news === sleepNews(before)) return
    if (shown !== null) dismissToast(shown)
    shown = null
    // The full player has a notice of its own.
    if (news === null || usePanels.getState().open.includes('player')) return
    showToast({
      message: news === 'soon' ? messages.sleepSoon : messages.sleepOver,
      duration: shownMilliseconds[news],
      action: { label: messages.extend, run: extendSleep },
    })
    shown = useToasts.getState().shown.at(-1)?.id ?? null
  })
}
