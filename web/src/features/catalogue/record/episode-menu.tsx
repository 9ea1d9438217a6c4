import { Link } from '@tanstack/react-router'
import { CircleArrowRight } from 'lucide-react'
import { MenuButton, menuItemClass } from '../../../ui/menu/menu.tsx'
import { type NewTrack, QueueButton, useProgressParts } from '../../player/index.ts'
import styles from './episode-menu.module.css'

/** Apart from the other texts, which the first page loads. */
const episodeMenuMessages = {
  moreFor: (episode: string) => `More actions for ${episode}`,
  goToEpisode: 'Go to episode',
} as const

/** On phones, where an episode's row has no room for its button, the menu opens by holding the row: one with this. */
export const holdable = { 'data-holdable': '' }

/** What can be done with an episode in a row. */
export function EpisodeMenu({ track }: { track: NewTrack }) {
  const { Marks } = useProgressParts()
  return (
    <span className={styles.menu}>
      <MenuButton label={episodeMenuMessages.moreFor(track.title)} heldIn="[data-holdable]">
        {() => (
          <>
            <QueueButton track={track} kind="episode" next as="item" />
            <QueueButton track={track} kind="episode" as="item" />
            <Link to={track.referenceLink} role="menuitem" tabIndex={-1} className={menuItemClass}>
              <CircleArrowRight size={18} aria-hidden="true" />
              {episodeMenuMessages.goToEpisode}
            </Link>
            {Marks && <Marks track={track} />}
          </>
        )}
      </MenuButton>
    </span>
  )
}
