import type { WorksInRole } from '@earmark/contract/works.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { Breadcrumb } from '../../../ui/breadcrumb/breadcrumb.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { Portrait } from '../../../ui/portrait/portrait.tsx'
import { Description } from '../description/description.tsx'
import { audioBookList, podcastList } from '../list/list-kinds.ts'
import { RecordGrid } from '../list/record-grid.tsx'
import { messages } from '../page-messages.ts'
import { type NewTrack, PlayButton } from '../../player/index.ts'
import { RecordMenu } from '../record/record-menu.tsx'
import { audioBookTrack } from '../tracks.ts'
import styles from './creator-page.module.css'
import { bySeries } from './by-series.ts'
import { EpisodesInRole } from './episodes-in-role.tsx'
import { creatorMessages } from './messages.ts'
import { creator as creatorQuery, works as worksQuery } from './queries.ts'

const rolesWithAnchors = 3
const foldedLines = 3

export function CreatorPage({ id }: { id: number }) {
  const { data: creator } = useSuspenseQuery(creatorQuery(id))
  const { data: works } = useSuspenseQuery(worksQuery(id))
  const { nickname, imagePreviewUrl, biography, links } = creator
  const newest = newestTrack(works)
  return (
    <Page title={nickname}>
      <Breadcrumb current={nickname}>
        <Link to="/audio-books">{messages.audioBooks}</Link>
      </Breadcrumb>
      <div className={styles.head}>
        <Portrait name={nickname} src={imagePreviewUrl} className={styles.portrait} />
        <div className={styles.words}>
          <h1 className={`title ${styles.name}`} dir="auto" tabIndex={-1}>
            {nickname}
          </h1>
          {works.length > 0 && (
            <p className={`number ${styles.roles}`}>
              {works.map((those) => creatorMessages.roleOf(those)).join(' · ')}
            </p>
          )}
          <div className={styles.actions}>
            {newest && <PlayButton track={newest} label={creatorMessages.playNewest} size="large" />}
            {links.map((link) => (
              <a key={link} href={link} rel="noopener nofollow" className={styles.link}>
                {hostOf(link)}
              </a>
            ))}
            <RecordMenu
              name={nickname}
              isPlayable={false}
              edit={{ to: '/edit/creators/$id', params: { id: String(id) } }}
            />
          </div>
        </div>
      </div>
      {biography && <Description text={biography} lines={foldedLines} className={styles.biography} />}
      {works.length >= rolesWithAnchors && <Anchors works={works} />}
      {works.map((those, place) => (
        <RoleSection key={those.role} creatorId={creator.id} works={those} topmost={place === 0} />
      ))}
    </Page>
  )
}

/** Also of an address that browsers cannot read. */
function hostOf(link: string): string {
  return link.replace(/^https?:\/\/([^/?#]*).*$/s, '$1')
}

function Anchors({ works }: { works: readonly WorksInRole[] }) {
  return (
    <nav className={styles.anchors} aria-label={creatorMessages.roles}>
      {works.map(({ role, audioBooks, podcasts, episodesCount }) => (
        <a key={role} href={`#${role}`} className="number">
          {creatorMessages.headings[role]} {audioBooks.length + podcasts.length + episodesCount}
        </a>
      ))}
    </nav>
  )
}

function RoleSection({
  creatorId,
  works,
  topmost,
}: {
  creatorId: number
  works: WorksInRole
  topmost: boolean
}) {
  const title = useId()
  const { role, audioBooks, podcasts, episodesCount } = works
  const { series, others } = bySeries(audioBooks)
  const search = { creatorId: [creatorId], role: [role] }
  return (
    <section id={role} className={styles.section} aria-labelledby={title}>
      <div className={styles.sectionHead}>
        <h2 id={title} className={`title ${styles.heading}`}>
          {creatorMessages.headings[role]}
        </h2>
        {audioBooks.length > 0 && (
          <Link to="/audio-books" search={search} className={`number ${styles.all}`}>
            {creatorMessages.allBooks(audioBooks.length)}
          </Link>
        )}
        {podcasts.length > 0 && (
          <Link to="/podcasts" search={search} className={`number ${styles.all}`}>
            {creatorMessages.allPodcasts(podcasts.length)}
          </Link>
        )}
      </div>
      {series.map(({ id, name, books }, place) => (
        <div key={id} className={styles.series}>
          <h3 className={`title ${styles.seriesName}`} dir="auto">
            <Link to="/series/$id" params={{ id: String(id) }} className={styles.seriesLink}>
              {name}
            </Link>
          </h3>
          <RecordGrid kind={audioBookList} items={books} topmost={topmost && place === 0} />
        </div>
      ))}
      {others.length > 0 && (
        <RecordGrid kind={audioBookList} items={others} topmost={topmost && series.length === 0} />
      )}
      {podcasts.length > 0 && (
        <RecordGrid kind={podcastList} items={podcasts} topmost={topmost && audioBooks.length === 0} />
      )}
      {episodesCount > 0 && <EpisodesInRole creatorId={creatorId} role={role} count={episodesCount} />}
    </section>
  )
}

/** Of any role, the audio book that became public last; null where none has sound. */
function newestTrack(works: readonly WorksInRole[]): NewTrack | null {
  const playable = works.flatMap(({ audioBooks }) => audioBooks).filter(({ tracksCount }) => tracksCount > 0)
  const [newest] = playable.toSorted((one, other) =>
    (other.publishedAt ?? '').localeCompare(one.publishedAt ?? ''),
  )
  return newest ? audioBookTrack(newest) : null
}
