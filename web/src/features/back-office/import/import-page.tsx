import {
  deleteImport,
  type Import,
  type ImportFolder,
  listImportFolders,
  pageImports,
} from '@earmark/contract/imports.ts'
import { pageCount } from '@earmark/contract/paging.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Folder, FolderX, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { formatDay } from '../../../lib/format-day.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { Breadcrumb } from '../../../ui/breadcrumb/breadcrumb.tsx'
import { Button, buttonClass } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { confirm } from '../../../ui/dialog/dialogs.ts'
import { Page } from '../../../ui/page/page.tsx'
import { Pager } from '../../../ui/pager/pager.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { showToast } from '../../../ui/toast/toasts.ts'
import { attempt } from '../attempt.ts'
import { rememberedIndex } from '../index-search.ts'
import { formMessages } from '../messages.ts'
import { forgetImports, isRunning, startedImport } from './calls/import-calls.ts'
import styles from './import-page.module.css'
import { importMessages as messages, inSentence, reviewMessages, summaryOf } from './messages.ts'
import { UploadArea } from './upload/upload-area.tsx'

const watchedEveryMs = 3000
const importsOnPage = 10

/** The folders of libraries, a place for files of this device, and what is brought in from them. */
export function ImportPage({ page }: { page: number }) {
  return (
    <Page title={messages.title}>
      <Breadcrumb current={messages.title}>
        <Link to="/edit" search={rememberedIndex()} activeOptions={{ exact: true }}>
          {formMessages.edit}
        </Link>
      </Breadcrumb>
      <h1 className={`title ${styles.title}`} tabIndex={-1}>
        {messages.title}
      </h1>
      <Folders />
      <UploadArea />
      <Imports page={page} />
    </Page>
  )
}

function Folders() {
  const { data, isError, refetch } = useQuery({
    ...apiQuery(listImportFolders, {}),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ lastImport }) => lastImport && isRunning(lastImport)) ? watchedEveryMs : false,
  })
  if (data?.length === 0) return <NoFolders />
  return (
    <section aria-labelledby="import-folders" className={styles.section}>
      <h2 id="import-folders" className={`title ${styles.heading}`}>
        {messages.folders}
      </h2>
      {isError && data === undefined ? (
        <Failure text={messages.foldersFailed} onReload={() => void refetch()} />
      ) : (
        <ul role="list" className={styles.folders}>
          {data?.map((folder) => <FolderCard key={folder.name} folder={folder} />) ?? (
            <li>
              <Skeleton className={styles.grey} />
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

export function Failure({ text, onReload }: { text: string; onReload: () => void }) {
  return (
    <div className={styles.failure}>
      <p role="alert">{text}</p>
      <Button onClick={onReload}>{reviewMessages.reload}</Button>
    </div>
  )
}

function NoFolders() {
  return (
    <section className={styles.none}>
      <p className={styles.noneTitle}>{messages.noFolders}</p>
      <p>{messages.noFoldersHow}</p>
      <code className={styles.example}>{messages.noFoldersExample}</code>
    </section>
  )
}

function FolderCard({ folder }: { folder: ImportFolder }) {
  const { name, isAvailable, booksCount, lastImport } = folder
  const navigate = useNavigate()
  const [isStarting, setStarting] = useState(false)
  const isOpen = lastImport !== null && (isRunning(lastImport) || lastImport.state === 'Review')
  const looked = lastImport && formatDay(lastImport.endedAt ?? lastImport.startedAt)

  async function look() {
    setStarting(true)
    const started = await attempt(() => startedImport({ folderName: name }), { failed: messages.startFailed })
    setStarting(false)
    if (started === undefined) return
    const { id, isNew } = started.answer
    if (!isNew) showToast({ message: messages.alreadyRunning })
    await navigate({ to: '/edit/import/$', params: { _splat: String(id) } })
  }

  const Icon = isAvailable ? Folder : FolderX
  return (
    <li className={styles.card} data-away={isAvailable ? undefined : ''}>
      <Icon size={24} className={styles.cardIcon} aria-hidden="true" />
      <div className={styles.cardWords}>
        <p>
          <b className={styles.cardName} dir="auto">
            {name}
          </b>{' '}
          <span className={styles.soft}>· {messages.about(booksCount, looked && inSentence(looked))}</span>
        </p>
        {!isAvailable && <p className={styles.away}>{messages.away}</p>}
        {isOpen && lastImport && <p className={styles.soft}>{messages.states[lastImport.state]}</p>}
      </div>
      {isOpen && lastImport ? (
        <Link to="/edit/import/$" params={{ _splat: String(lastImport.id) }} className={buttonClass}>
          {lastImport.state === 'Review' ? messages.review : messages.states[lastImport.state]}
        </Link>
      ) : (
        <Button aria-label={messages.lookAt(name)} disabled={isStarting} onClick={() => void look()}>
          {messages.look}
        </Button>
      )}
    </li>
  )
}

function Imports({ page }: { page: number }) {
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const querystring = { pageNumber: page, pageSize: importsOnPage, sortBy: 'id', sortOrder: 'desc' } as const
  const { data, isError, refetch } = useQuery({
    ...apiQuery(pageImports, { querystring: { ...querystring, search: '' } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isRunning) ? watchedEveryMs : false),
  })
  const pages = pageCount(data?.totalCount ?? 0, importsOnPage)
  const turnTo = (to: number) =>
    void navigate({ to: '.', search: to === 1 ? {} : { page: to }, resetScroll: false })

  async function remove(one: Import) {
    if (!(await confirm(messages.removeQuestion))) return
    const texts = { done: messages.removed, failed: messages.removeFailed }
    if (await attempt(() => call(deleteImport, { params: { id: one.id } }), texts)) {
      await forgetImports()
      heading.current?.focus()
    }
  }

  return (
    <section aria-labelledby="imports" className={styles.section}>
      <h2 id="imports" ref={heading} tabIndex={-1} className={`title ${styles.heading}`}>
        {messages.imports}
      </h2>
      {isError && data === undefined && (
        <Failure text={messages.importsFailed} onReload={() => void refetch()} />
      )}
      {data?.totalCount === 0 && <p className={styles.soft}>{messages.noImports}</p>}
      <ul role="list" className={styles.imports}>
        {data?.items.map((one) => (
          <ImportRow key={one.id} one={one} onRemove={() => void remove(one)} />
        ))}
      </ul>
      {pages > 1 && <Pager label={messages.importsPages} current={page} pages={pages} onChoose={turnTo} />}
    </section>
  )
}

function nameOf({ folderName, path }: Import): string {
  if (folderName === null) return messages.uploads
  return path ? `${folderName}/${path}` : folderName
}

function ImportRow({ one, onRemove }: { one: Import; onRemove: () => void }) {
  const name = nameOf(one)
  const summary = summaryOf(one.counts)
  return (
    <li className={styles.import}>
      <div className={styles.cardWords}>
        <Link to="/edit/import/$" params={{ _splat: String(one.id) }} className={styles.importName}>
          <span dir="auto">{name}</span>
        </Link>
        <p className={styles.soft}>
          {messages.states[one.state]} · {messages.startedAt(inSentence(formatDay(one.startedAt)))}
          {summary !== '' && ` · ${summary}`}
        </p>
      </div>
      {!isRunning(one) && (
        <IconButton label={messages.remove(name)} onClick={onRemove}>
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  )
}
