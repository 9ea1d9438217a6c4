import type { PlaceOffer } from '@earmark/contract/devices.ts'
import { Undo2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatAgo, formatTime } from '../../../lib/format-time.ts'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import type { Track } from '../reducer/state.ts'
import { goBack, useBackOffer, withdrawOffer } from './back-offer.ts'
import { messages } from '../bar-messages.ts'
import type { RemotePosition } from '../positions/merge.ts'
import { answerPlaceOffer, usePlaceOffer } from './place-offer.ts'
import { useChangedRecording, withdrawChangedRecording } from './changed-recording.ts'
import { playNextPart, useNextPart, withdrawNextPart } from './next-part.ts'
import { decide } from './position-sync.ts'
import { useStoredPosition } from '../positions/hooks.ts'
import { player } from '../player.ts'
import styles from './offers.module.css'

const backMilliseconds = 20_000

export function Offers({ track }: { track: Track }) {
  const asked = useStoredPosition(track.recording, (kept) =>
    kept?.theirs ? JSON.stringify(kept.theirs) : null,
  )
  const back = useBackOffer()
  const next = useNextPart((state) => state.offered)
  const { isTold } = useChangedRecording()
  const place = usePlaceOffer((state) => state.offered)
  return (
    <div className={styles.offers}>
      <div className={styles.stack} aria-live="polite" aria-relevant="additions">
        {back.position !== null && <BackOffer key={back.count} position={back.position} />}
        {isTold && <ChangedRecording />}
        {next !== null && <NextPartOffer series={next.series} title={next.track.title} />}
        {place !== null && <AppPlace key={place.id} {...place} />}
        {asked !== null && (
          <Question key={asked} track={track} theirs={JSON.parse(asked) as RemotePosition} />
        )}
      </div>
    </div>
  )
}

function Question({ track, theirs }: { track: Track; theirs: RemotePosition }) {
  const card = useRef<HTMLDivElement>(null)
  const [askedAt] = useState(() => Date.now())
  const ago = formatAgo((askedAt - theirs.at) / 1000)
  const words = theirs.finished
    ? messages.finishedElsewhere(ago)
    : messages.wasElsewhere(formatTime(theirs.position), ago)

  function answer(where: 'there' | 'here'): void {
    leaveFocus(card.current)
    decide(track.recording, where)
  }

  return (
    <div ref={card} role="group" aria-label={messages.listeningPosition} className={styles.card}>
      <p className={styles.words}>{words}</p>
      <div className={styles.answers}>
        <Button kind="filled" onClick={() => answer('there')}>
          {messages.goThere}
        </Button>
        <Button onClick={() => answer('here')}>{messages.stayHere}</Button>
      </div>
    </div>
  )
}

function AppPlace({ deviceName, positionSeconds, finished }: PlaceOffer) {
  const card = useRef<HTMLDivElement>(null)
  const words = finished
    ? messages.appFinished(deviceName)
    : messages.appWas(deviceName, formatTime(positionSeconds))

  function answer(where: 'there' | 'here'): void {
    leaveFocus(card.current)
    answerPlaceOffer(player, where)
  }

  return (
    <div ref={card} role="group" aria-label={messages.listeningPosition} className={styles.card}>
      <p className={styles.words}>
        <bdi>{words}</bdi>
      </p>
      <div className={styles.answers}>
        <Button kind="filled" onClick={() => answer('there')}>
          {messages.goThere}
        </Button>
        <Button onClick={() => answer('here')}>{messages.stayHere}</Button>
      </div>
    </div>
  )
}

function ChangedRecording() {
  const card = useRef<HTMLDivElement>(null)
  return (
    <div ref={card} role="group" aria-label={messages.listeningPosition} className={styles.card}>
      <p className={styles.words}>{messages.recordingChanged}</p>
      <div className={styles.answers}>
        <IconButton
          label={messages.close}
          onClick={() => {
            leaveFocus(card.current)
            withdrawChangedRecording()
          }}
        >
          <X size={16} aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  )
}

/** It does not start by itself. */
function NextPartOffer({ series, title }: { series: string; title: string }) {
  const card = useRef<HTMLDivElement>(null)
  return (
    <div ref={card} role="group" aria-label={messages.nextIn(series)} className={styles.card}>
      <p className={styles.words}>
        <bdi>{messages.nextIn(series)}</bdi> <strong dir="auto">{title}</strong>
      </p>
      <div className={styles.answers}>
        <Button
          kind="filled"
          onClick={() => {
            leaveFocus(card.current)
            playNextPart(player)
          }}
        >
          {messages.playNextPart}
        </Button>
        <IconButton
          label={messages.close}
          onClick={() => {
            leaveFocus(card.current)
            withdrawNextPart()
          }}
        >
          <X size={16} aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  )
}

function BackOffer({ position }: { position: number }) {
  const card = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState(false)

  // The time starts again after the pointer or the focus has left.
  useEffect(() => {
    if (held) return
    const timer = setTimeout(withdrawOffer, backMilliseconds)
    return () => clearTimeout(timer)
  }, [held])

  return (
    <div
      ref={card}
      className={styles.card}
      data-small=""
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <button
        type="button"
        className={styles.back}
        aria-keyshortcuts="Z"
        onClick={() => {
          leaveFocus(card.current)
          goBack(player)
        }}
      >
        <Undo2 size={18} aria-hidden="true" />
        {messages.wayBack(formatTime(position))}
        <kbd className={styles.key} aria-hidden="true">
          Z
        </kbd>
      </button>
      <IconButton
        label={messages.close}
        onClick={() => {
          leaveFocus(card.current)
          withdrawOffer()
        }}
      >
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** Moves the focus from an offer that goes away to the play button. */
function leaveFocus(card: HTMLElement | null): void {
  if (card?.contains(document.activeElement) !== true) return
  card.closest('section')?.querySelector<HTMLElement>('[data-play]')?.focus()
}
