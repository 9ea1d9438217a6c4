import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ListPlus } from 'lucide-react'
import { Breadcrumb } from '../../../ui/breadcrumb/breadcrumb.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { player } from '../../player/index.ts'
import { messages } from '../page-messages.ts'
import { People } from '../record/people.tsx'
import { RecordMenu } from '../record/record-menu.tsx'
import { GroupHead } from './group-head.tsx'
import { groupMessages } from './messages.ts'
import { series as seriesQuery } from '../group-queries.ts'
import { tracksOf, useSeriesStart } from './series-start.tsx'
import { type Work, WorkList } from './work-list.tsx'

export function SeriesPage({ id }: { id: number }) {
  const { data: series } = useSuspenseQuery(seriesQuery(id))
  const { name, audioBooks } = series
  const { works, playable, start, next, facts, button } = useSeriesStart(series)
  return (
    <Page title={name}>
      <Breadcrumb current={name}>
        <Link to="/audio-books">{messages.audioBooks}</Link>
      </Breadcrumb>
      <GroupHead
        label={groupMessages.series}
        name={name}
        description={series.description}
        people={<People label={groupMessages.by} creators={series.authors} />}
        facts={[groupMessages.books(audioBooks.length), ...facts]}
        items={audioBooks}
        actions={
          <>
            {button}
            <QueueTheRest works={start ? playable.slice(playable.indexOf(start) + 1) : []} />
            <RecordMenu
              name={name}
              isPlayable={false}
              edit={{ to: '/edit/series/$id', params: { id: String(id) } }}
            />
          </>
        }
      />
      {works.length === 0 && <p>{groupMessages.noBooks}</p>}
      <WorkList works={works} next={next} />
    </Page>
  )
}

function QueueTheRest({ works }: { works: readonly Work[] }) {
  if (works.length === 0) return null
  return (
    <Button onClick={() => player.addToQueue(tracksOf(works), 'series')}>
      <ListPlus size={18} aria-hidden="true" />
      {groupMessages.queueTheRest}
    </Button>
  )
}
