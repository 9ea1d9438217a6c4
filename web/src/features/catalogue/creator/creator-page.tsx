import type { CreatorDetail } from '@earmark/contract/creators.ts'
import type { WorksInRole } from '@earmark/contract/works.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, useId } from 'react'
import { Breadcrumb } from '../../../ui/breadcrumb/breadcrumb.tsx'
import { clothHue } from '../../../ui/cover/cloth.ts'
import { Page } from '../../../ui/page/page.tsx'
import { Description } from '../description/description.tsx'
import { audioBookList, podcastList } from '../list/list-kinds.ts'
import { RecordGrid } from '../list/record-grid.tsx'
import { messages } from '../messages.ts'
import { RecordMenu } from '../record/record-menu.tsx'
import styles from './creator-page.module.css'
import { creatorMessages } from './messages.ts'
import { creator as creatorQuery, works as worksQuery } from './queries.ts'

const rolesWithAnchors = 3
const foldedLines = 3

export function CreatorPage({ id }: { id: number }) {
  const { data: creator } = useSuspenseQuery(creatorQuery(id))
  const { data: works } = useSuspenseQuery(worksQuery(id))
  const { nickname, biography, links } = creator
  return (
    <Page title={nickname}>
      <Breadcrumb current={nickname}>
        <Link to="/audio-books">{messages.audioBooks}</Link>
      </Breadcrumb>
      <div className={styles.head}>
        <Portrait creator={creator} />
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
        <RoleSection key={those.role} works={those} topmost={place === 0} />
      ))}
    </Page>
  )
}

/** Also of an address that browsers cannot read. */
function hostOf(link: string): string {
  return link.replace(/^https?:\/\/([^/?#]*).*$/s, '$1')
}

/** The picture, or the initials on the hue of the name. */
function Portrait({ creator: { nickname, imagePreviewUrl } }: { creator: CreatorDetail }) {
  const initials = nickname
    .split(/\s+/)
    .flatMap((word) => /[\p{L}\p{N}]\p{M}*/u.exec(word)?.[0] ?? [])
    .slice(0, 2)
    .join('')
    .toLocaleUpperCase()
  return (
    <div
      className={`title ${styles.portrait}`}
      style={{ '--hue': clothHue(nickname) } as CSSProperties}
      aria-hidden="true"
    >
      {imagePreviewUrl ? <img src={imagePreviewUrl} alt="" /> : initials}
    </div>
  )
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

function RoleSection({ works, topmost }: { works: WorksInRole; topmost: boolean }) {
  const title = useId()
  const { role, audioBooks, podcasts, episodesCount } = works
  return (
    <section id={role} className={styles.section} aria-labelledby={title}>
      <h2 id={title} className={`title ${styles.heading}`}>
        {creatorMessages.headings[role]}
      </h2>
      {audioBooks.length > 0 && <RecordGrid kind={audioBookList} items={audioBooks} topmost={topmost} />}
      {podcasts.length > 0 && (
        <RecordGrid kind={podcastList} items={podcasts} topmost={topmost && audioBooks.length === 0} />
      )}
      {episodesCount > 0 && <p className="meta number">{creatorMessages.episodes(episodesCount)}</p>}
    </section>
  )
}
