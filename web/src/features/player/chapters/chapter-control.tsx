import { ChevronUp, List } from 'lucide-react'
import { Sheet } from '../../../ui/sheet/sheet.tsx'
import { messages } from '../bar-messages.ts'
import { ControlButton } from '../controls/control-button.tsx'
import { player, usePlayer, usePosition } from '../player.ts'
import type { RecordingRef } from '../reducer/state.ts'
import { chapterAt, leftInChapter } from './chapter-times.ts'
import { ChapterList } from './chapter-list.tsx'
import styles from './chapter-control.module.css'

interface ChapterControlProps {
  /** `line` with the present chapter in the bar; of the full player a `button` with it, or a `tool`. */
  as: 'line' | 'button' | 'tool'
  recording: RecordingRef
}

/** Opens the list of chapters; nothing without chapters. */
export function ChapterControl({ as, recording }: ChapterControlProps) {
  const chapters = usePlayer((state) => state.chapters)
  const index = usePosition(({ position }) => chapterAt(chapters, position))
  const left = usePosition(({ position }) => leftInChapter(chapters, position))
  if (chapters.length === 0) return null
  const place = index < 0 ? null : messages.placeOf(index + 1, chapters.length)
  const name = chapters[index]?.title ?? messages.chapters
  return (
    <Sheet
      title={messages.chapters}
      aside={place}
      renderOpener={(props) =>
        as === 'tool' ? (
          <ControlButton as="tool" label={messages.chapters} caption={messages.chapters} {...props}>
            <List size={22} aria-hidden="true" />
          </ControlButton>
        ) : (
          <button
            type="button"
            className={styles[as]}
            aria-label={
              as === 'button' && place !== null
                ? messages.chapterPlace(place, name)
                : messages.chapterNow(index + 1, name, left)
            }
            {...props}
          >
            {index >= 0 && (
              <span className={styles.fixed}>{`${index + 1}${as === 'line' ? ' · ' : '. '}`}</span>
            )}
            <span className={styles.name} dir="auto">
              {name}
            </span>
            {as === 'button' && <span className={styles.place}>{place}</span>}
            {as === 'line' && left !== null && (
              <span className={styles.fixed}>{` · ${messages.timeLeft(left, null)}`}</span>
            )}
            <ChevronUp size={as === 'line' ? 14 : 18} aria-hidden="true" />
          </button>
        )
      }
    >
      {(close) => (
        <div className={styles.list}>
          <ChapterList
            recording={recording}
            chapters={chapters}
            as="popover"
            onPlay={(position) => {
              player.send({ type: 'seek', position })
              player.send({ type: 'play' })
              close()
            }}
          />
        </div>
      )}
    </Sheet>
  )
}
