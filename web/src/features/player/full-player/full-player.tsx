import { getAudioBook } from '@earmark/contract/audio-books.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown, ListMusic } from 'lucide-react'
import { type CSSProperties, useMemo } from 'react'
import { apiQuery } from '../../../lib/query-client.ts'
import { seriesPlace } from '../../../lib/series-place.ts'
import { Cover } from '../../../ui/cover/cover.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { useModal } from '../../../ui/dialog/use-modal.ts'
import { MenuButton } from '../../../ui/menu/menu.tsx'
import { messages } from '../bar-messages.ts'
import { Elsewhere } from '../tabs/elsewhere.tsx'
import { BookmarkControl } from '../bookmarks/bookmark-control.tsx'
import { closePanel, dropPanels, togglePanel } from '../panels.ts'
import { ChapterControl } from '../chapters/chapter-control.tsx'
import { ControlButton } from '../controls/control-button.tsx'
import { MarkItems } from '../marking/mark-items.tsx'
import { SleepControl } from '../sleep/sleep-control.tsx'
import { SpeedControl } from '../settings/speed-control.tsx'
import { useTimeLeft } from '../settings/speeds.ts'
import { Transport } from '../transport/transport.tsx'
import { SeekBar } from '../transport/seek-bar.tsx'
import { WholeLine } from '../transport/whole-line.tsx'
import { SleepNotice } from '../sleep/sleep-notice.tsx'
import { useCurrentTrack, useLibrarySlot, usePlayer } from '../player.ts'
import { hasFailed } from '../reducer/state.ts'
import styles from './full-player.module.css'
import { swipe } from './swipe.ts'

/** The player over a phone's whole screen. */
export function FullPlayer() {
  const { Button: LibraryButton } = useLibrarySlot()
  const track = useCurrentTrack()
  const failed = usePlayer(hasFailed)
  const dialog = useModal()
  const swiping = useMemo(() => swipe('down', closePanel), [])

  if (track === null) return null
  const ofEpisode = track.recording.kind === 'episode'
  return (
    <dialog
      ref={dialog}
      className={styles.player}
      style={{ '--cover-color': track.coverLooks?.coverColor ?? undefined } as CSSProperties}
      data-washed={track.coverLooks?.coverColor ? '' : undefined}
      aria-label={messages.nowPlaying}
      onCancel={(event) => {
        event.preventDefault()
        closePanel()
      }}
    >
      <div className={styles.handle} {...swiping}>
        <IconButton label={messages.closePlayer} onClick={closePanel}>
          <ChevronDown size={24} aria-hidden="true" />
        </IconButton>
        <p className={styles.from} dir="auto">
          {ofEpisode ? track.subtitle : <SeriesOf key={track.recording.id} id={track.recording.id} />}
        </p>
        <MenuButton label={messages.moreActions}>
          <MarkItems track={track} />
        </MenuButton>
      </div>
      <div className={styles.cover} {...swiping}>
        <Cover
          name={track.title}
          people={track.subtitle}
          coverImagePreviewUrl={track.coverImageSrc}
          {...track.coverLooks}
          shape="own"
          sizes="320px"
        />
      </div>
      <div className={styles.controls}>
        <div className={styles.what}>
          <div className={styles.words}>
            <Link to={track.referenceLink} className={styles.title} dir="auto" replace onClick={dropPanels}>
              {track.title}
            </Link>
            {(failed || (!ofEpisode && track.subtitle !== '')) && (
              <p className={styles.subtitle} dir="auto" data-failed={failed ? '' : undefined}>
                {failed ? messages.audioError : track.subtitle}
              </p>
            )}
            <Elsewhere />
            <SleepNotice />
          </div>
          {LibraryButton && <LibraryButton subject={track.recording} />}
        </div>
        {!failed && <ChapterControl as="button" recording={track.recording} />}
        <SeekBar as="stack" />
        <Transport large />
        <div className={styles.places}>
          <WholeLine />
          <TimeLeft />
        </div>
        <div className={styles.tools}>
          <SpeedControl as="tool" />
          <SleepControl as="tool" />
          <BookmarkControl as="tool" />
          <ChapterControl as="tool" recording={track.recording} />
          <ControlButton
            as="tool"
            label={messages.showQueue}
            caption={messages.queue}
            onClick={() => togglePanel('queue')}
          >
            <ListMusic size={22} aria-hidden="true" />
          </ControlButton>
        </div>
      </div>
    </dialog>
  )
}

/** The first series of an audio book and its place there. */
function SeriesOf({ id }: { id: number }) {
  const { data } = useQuery(apiQuery(getAudioBook, { params: { id } }))
  const part = data?.series[0]
  return part && [part.name, ...(part.sequence === null ? [] : [seriesPlace(part.sequence)])].join(', ')
}

function TimeLeft() {
  const left = useTimeLeft()
  return <p>{left !== null && messages.timeLeft(...left)}</p>
}
