import type { FieldValue } from '@earmark/contract/planner/plan-input.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { Dialog, DialogActions, DialogText } from '../../../../ui/dialog/dialog.tsx'
import { type CloseDialog, openDialog } from '../../../../ui/dialog/dialogs.ts'
import styles from './drop-dialog.module.css'
import type { DropPlan } from './drop-plan.ts'
import { uploadMessages as messages } from './messages.ts'

/** Shows what files look like before a byte is sent. @returns whether they are to be sent */
export async function askAboutPlan(plan: DropPlan): Promise<boolean> {
  return (await openDialog<true>((close) => <DropDialog plan={plan} close={close} />)) ?? false
}

const mostShown = 30

const wordsOf = (value: FieldValue) => (typeof value === 'object' ? (value ?? []).join(', ') : String(value))

function DropDialog({ plan, close }: { plan: DropPlan; close: CloseDialog<true> }) {
  const { books, wanted, unwanted } = plan
  const texts = messages.plan
  return (
    <Dialog title={texts.title(books.length)} onDismiss={() => close()}>
      <DialogText>{texts.text}</DialogText>
      <ul role="list" className={styles.books}>
        {books.slice(0, mostShown).map(({ path, fields, files, warnings }) => (
          <li key={path} className={styles.book}>
            <span className={styles.name} dir="auto">
              {fields.title.value === null ? path : wordsOf(fields.title.value)}
            </span>
            <span className={styles.facts} dir="auto">
              {[wordsOf(fields.authors.value), texts.book(files.length)].filter(Boolean).join(' · ')}
            </span>
            {warnings.map(({ code, description }) => (
              <span key={code} className={styles.question}>
                {description}
              </span>
            ))}
          </li>
        ))}
        {books.length > mostShown && <li className={styles.facts}>{texts.more(books.length - mostShown)}</li>}
      </ul>
      {unwanted > 0 && <p className={styles.facts}>{texts.unwanted(unwanted)}</p>}
      <DialogActions>
        <Button onClick={() => close()}>{texts.cancel}</Button>
        <Button kind="filled" onClick={() => close(true)}>
          {texts.sendCount(wanted.length)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
