import { listUploads, type Upload } from '@earmark/contract/uploads.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { FileUp, FolderUp } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react'
import { apiQuery, queryClient } from '../../../../lib/query-client.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { confirm } from '../../../../ui/dialog/dialogs.ts'
import { useFileDrop } from '../../../../ui/file-field/use-file-drop.ts'
import { showToast } from '../../../../ui/toast/toasts.ts'
import { onPersonChange } from '../../../auth/index.ts'
import { type ChosenFile, filesOfDrop, filesOfInput } from './chosen-files.ts'
import { askAboutPlan } from './drop-dialog.tsx'
import { planDrop } from './drop-plan.ts'
import { uploadMessages as messages } from './messages.ts'
import { countUnfinished, isComplete, readBegun, writeBegun } from './unfinished.ts'
import styles from './upload-area.module.css'
import { showUploadPanel } from './upload-root.tsx'
import { addFiles, closeUploads, isUnderWay, removeAt, stopUploads, useUploads } from './uploads.ts'

const uploadsQuery = apiQuery(listUploads, {})

onPersonChange(stopUploads)

/** A place for files and folders of this device, and for those whose upload is not finished. */
export function UploadArea() {
  const router = useRouter()
  const [isReading, setReading] = useState(false)
  const chooseFiles = useRef<HTMLInputElement>(null)
  const chooseFolder = useRef<HTMLInputElement>(null)
  // Files dropped beside the area do not replace the page.
  const { isOver, target } = useFileDrop(() => undefined, isReading)
  useWayToReview()

  async function take(reading: Promise<readonly ChosenFile[]>) {
    setReading(true)
    try {
      const chosen = await reading
      const plan = await planDrop(chosen)
      if (plan.books.length === 0) return showToast({ message: messages.nothing })
      // Uploads that are not finished go on where they were: they are asked for once more.
      const known = await queryClient.query({ ...uploadsQuery, staleTime: 0 })
      if (!(await askAboutPlan(plan))) return
      showUploadPanel(router)
      addFiles(plan.wanted, known)
    } catch (error) {
      // A dropped file may be gone, the server away: both are told.
      const description = error instanceof Error ? error.message : undefined
      showToast({ type: 'error', message: messages.readFailed, description })
    } finally {
      setReading(false)
    }
  }

  function takeDropped(event: DragEvent) {
    target.onDrop(event)
    if (!isReading) void take(filesOfDrop(event.dataTransfer))
  }

  function takeChosen({ target: input }: ChangeEvent<HTMLInputElement>) {
    const files = filesOfInput(input.files)
    // Choosing the same files again has to be a change.
    input.value = ''
    if (files.length > 0) void take(Promise.resolve(files))
  }

  return (
    <section aria-labelledby="import-upload" className={styles.section}>
      <h2 id="import-upload" className={`title ${styles.heading}`}>
        {messages.title}
      </h2>
      <div className={styles.area} data-over={isOver ? '' : undefined} {...target} onDrop={takeDropped}>
        <p className={styles.words} aria-live="polite">
          {isReading ? messages.reading : isOver ? messages.dropNow : messages.drop}
        </p>
        <div className={styles.buttons}>
          <Button disabled={isReading} onClick={() => chooseFiles.current?.click()}>
            <FileUp size={18} aria-hidden="true" />
            {messages.chooseFiles}
          </Button>
          <Button disabled={isReading} onClick={() => chooseFolder.current?.click()}>
            <FolderUp size={18} aria-hidden="true" />
            {messages.chooseFolder}
          </Button>
        </div>
        <input
          ref={chooseFiles}
          type="file"
          multiple
          hidden
          aria-label={messages.chooseFiles}
          onChange={takeChosen}
        />
        <input
          ref={(input) => {
            chooseFolder.current = input
            if (input) input.webkitdirectory = true
          }}
          type="file"
          multiple
          hidden
          aria-label={messages.chooseFolder}
          onChange={takeChosen}
        />
      </div>
      <Unfinished />
    </section>
  )
}

/** Once all files are there, to the review of what they are. */
function useWayToReview(): void {
  const navigate = useNavigate()
  const importId = useUploads((uploads) => uploads.importId)
  useEffect(() => {
    if (importId === undefined) return
    closeUploads()
    void navigate({ to: '/edit/import/$', params: { _splat: String(importId) } })
  }, [importId, navigate])
}

function Unfinished() {
  const isBusy = useUploads(isUnderWay)
  const { data, refetch } = useQuery({ ...uploadsQuery, staleTime: 0, enabled: !isBusy })
  const hasItems = useUploads(({ items }) => items.length > 0)
  const begun = readBegun()
  const count = data ? countUnfinished(data, begun) : 0
  if (hasItems || data === undefined || count === 0) return null

  async function forget(uploads: readonly Upload[]) {
    if (!(await confirm(messages.forgetQuestion))) return
    const gone = uploads.filter((one) => !isComplete(one) || one.batch === begun?.batch)
    await Promise.all(gone.map(({ id }) => removeAt(id)))
    writeBegun(null)
    await refetch()
    showToast({ message: messages.forgotten })
  }

  return (
    <div className={styles.unfinished} role="status">
      <p>{messages.unfinished(count)}</p>
      <Button kind="quiet" onClick={() => void forget(data)}>
        {messages.forget}
      </Button>
    </div>
  )
}
