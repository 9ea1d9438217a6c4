import { addAudioBookReader, removeAudioBookReader } from '@earmark/contract/audio-book-edits.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useHere } from '../../auth/index.ts'
import { RecordMenu } from '../form/record-menu.tsx'
import { useDeletion } from '../form/use-deletion.ts'
import { audioBookCalls as calls } from './audio-book-calls.ts'
import { readerMessages } from './messages.ts'
import { PeopleTable } from './people-table.tsx'
import { deletionOf, reloadRecord } from './record-calls.ts'
import { RecordForm } from './record-form.tsx'
import { RecordPage } from './record-page.tsx'

export function AudioBookCreatePage() {
  const here = useHere()
  return (
    <RecordPage name={calls.messages.untitled}>
      <RecordForm
        calls={calls}
        onCreated={({ id }) =>
          here.goOn({
            to: '/edit/audio-books/$id',
            params: { id: String(id) },
            replace: true,
            ignoreBlocker: true,
          })
        }
      />
    </RecordPage>
  )
}

export function AudioBookEditPage({ id }: { id: number }) {
  const { data: audioBook } = useSuspenseQuery(calls.query(id))
  const deletion = useDeletion(deletionOf(calls, audioBook))
  return (
    <RecordPage name={audioBook.name} menu={<RecordMenu deletion={deletion} />}>
      <RecordForm calls={calls} record={audioBook} isDeleting={deletion.isRunning} />
      <PeopleTable
        people={audioBook.readers}
        messages={readerMessages}
        add={(readerId) => call(addAudioBookReader, { params: { id, readerId } })}
        remove={(readerId) => call(removeAudioBookReader, { params: { id, readerId } })}
        reload={() => reloadRecord(calls, id)}
      />
    </RecordPage>
  )
}
