import type { Source } from '@earmark/contract/sources.ts'
import { CirclePause, CirclePlay, HardDriveDownload, RefreshCw, Rss } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { MenuButton, MenuItem } from '../../../ui/menu/menu.tsx'
import { showToast } from '../../../ui/toast/toasts.ts'
import { attempt } from '../attempt.ts'
import { askForAddress } from './address-dialog.tsx'
import { askWhatIsKept } from './keep-dialog.tsx'
import { sourceMessages as messages } from './messages.ts'
import { changeSource, checkNow, useChecking } from './source-calls.ts'

function endOfCheck(end: Awaited<ReturnType<typeof checkNow>>, podcast: string): string {
  if (end === 'ended') return messages.checkEnded(podcast)
  if (end === 'waits') return messages.checkWaits(podcast)
  return messages.checkHeld(podcast, (Date.parse(end.heldUntil) - Date.now()) / 60_000)
}

/** What can be done with a source in its row, beside editing its podcast and removing it. */
export function SourceActions({ source }: { source: Source }) {
  const { podcastName: podcast } = source
  const isChecking = useChecking((ids) => ids.has(source.id))
  const [isBusy, setBusy] = useState(false)
  const isPaused = source.state === 'paused'
  const name = messages.nameOf(podcast)

  async function check() {
    setBusy(true)
    const checked = await attempt(() => checkNow(source), { failed: messages.checkFailed })
    setBusy(false)
    if (checked) showToast({ message: endOfCheck(checked.answer, podcast) })
  }

  async function toggle() {
    setBusy(true)
    await attempt(() => changeSource(source, { state: isPaused ? 'active' : 'paused' }), {
      done: isPaused ? messages.resumedNow(podcast) : messages.pausedNow(podcast),
      failed: messages.changeFailed,
    })
    setBusy(false)
  }

  return (
    <>
      {!isPaused && (
        <IconButton
          label={messages.check(name)}
          disabled={isBusy || isChecking}
          aria-busy={isChecking}
          onClick={() => void check()}
        >
          <RefreshCw size={18} aria-hidden="true" />
        </IconButton>
      )}
      <MenuButton label={messages.more(name)}>
        <MenuItem icon={isPaused ? CirclePlay : CirclePause} disabled={isBusy} onSelect={() => void toggle()}>
          {isPaused ? messages.resume : messages.pause}
        </MenuItem>
        <MenuItem icon={HardDriveDownload} onSelect={() => void askWhatIsKept(source)}>
          {messages.changeKeep}
        </MenuItem>
        <MenuItem icon={Rss} onSelect={() => void askForAddress(source)}>
          {messages.changeAddress}
        </MenuItem>
      </MenuButton>
    </>
  )
}
