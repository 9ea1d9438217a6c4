import type { CollectionItem } from '@earmark/contract/collections.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Breadcrumb } from '../../../ui/breadcrumb/breadcrumb.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { messages } from '../page-messages.ts'
import { RecordMenu } from '../record/record-menu.tsx'
import { GroupHead } from './group-head.tsx'
import { groupMessages } from './messages.ts'
import { collection as collectionQuery } from '../group-queries.ts'
import { bookWork, podcastWork, WorkList } from './work-list.tsx'

export function CollectionPage({ id }: { id: number }) {
  const { data: collection } = useSuspenseQuery(collectionQuery(id))
  const { name, description } = collection
  const works = collection.items.flatMap(workOf)
  return (
    <Page title={name}>
      <Breadcrumb current={name}>
        <Link to="/">{messages.home}</Link>
      </Breadcrumb>
      <GroupHead
        label={groupMessages.collection}
        name={name}
        description={description}
        facts={[groupMessages.items(works.length)]}
        items={works.map(({ item }) => item)}
        band
        actions={
          <RecordMenu
            name={name}
            isPlayable={false}
            edit={{ to: '/edit/collections/$id', params: { id: String(id) } }}
          />
        }
      />
      {works.length === 0 && <p>{groupMessages.noItems}</p>}
      <WorkList works={works} />
    </Page>
  )
}

function workOf({ audioBook, podcast }: CollectionItem) {
  if (audioBook) return bookWork(audioBook)
  return podcast ? podcastWork(podcast) : []
}
