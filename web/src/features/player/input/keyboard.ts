import { type KeyPlace, commandFor } from './key-commands.ts'
import { beginClip, markMoment } from '../bookmarks/mark-moment.ts'
import { step } from '../chapters/follow-chapters.ts'
import { togglePanel } from '../panels.ts'
import { useJumps } from '../settings/kept-settings.ts'
import { goBack } from '../offers/back-offer.ts'
import { nextSpeed } from '../settings/speeds.ts'
import { player } from '../player.ts'

const typing =
  'textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox]'
const notTyping = ['range', 'button', 'submit', 'reset', 'checkbox', 'radio', 'file', 'color', 'image']
const usesSpace =
  'button, summary, input:not([type=range]), [role=button], [role=checkbox], [role=switch], [role=option], [role^=menuitem]'
const usesArrows =
  'input, audio, video, [role=slider], [role=tab], [role=option], [role^=menuitem], [role=radio], [role=spinbutton]'
const layers = 'dialog:modal, [role=dialog][aria-modal=true], [popover]:popover-open'

/** The player's keys, anywhere on the page. */
export function listenToKeys(): () => void {
  const listening = new AbortController()
  window.addEventListener('keydown', onKeyDown, { signal: listening.signal })
  return () => listening.abort()
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const command = commandFor(event, placeOf(event.target))
  if (command === null) return
  if (player.store.getState().currentId === null && command !== 'keys') return
  event.preventDefault()
  runCommand(command)
}

function runCommand(command: NonNullable<ReturnType<typeof commandFor>>): void {
  const { speed, muted } = player.store.getState()
  const { backSeconds, forwardSeconds } = useJumps.getState()
  switch (command) {
    case 'toggle':
      return player.toggle()
    case 'skip-back':
      return player.skip(-backSeconds)
    case 'skip-forward':
      return player.skip(forwardSeconds)
    case 'previous':
      return step(player, -1)
    case 'next':
      return step(player, 1)
    case 'slower':
      return player.send({ type: 'set-speed', speed: nextSpeed(speed, -1) })
    case 'faster':
      return player.send({ type: 'set-speed', speed: nextSpeed(speed, 1) })
    case 'mute':
      return player.send({ type: 'set-muted', muted: !muted })
    case 'back':
      return goBack(player)
    case 'bookmark':
      return markMoment()
    case 'clip':
      return beginClip()
    case 'queue':
    case 'keys':
      return togglePanel(command)
  }
}

function placeOf(target: EventTarget | null): KeyPlace {
  const element = target instanceof Element ? target : document.body
  const types = element instanceof HTMLInputElement && !notTyping.includes(element.type)
  return {
    isTyping: types || element.closest(typing) !== null,
    isUnderLayer: document.querySelector(layers) !== null,
    usesSpace: element.closest(usesSpace) !== null,
    usesArrows: element.matches(usesArrows),
  }
}
