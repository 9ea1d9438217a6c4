import { createCreator } from '@earmark/contract/creator-edits.ts'
import type { CreatorDetail } from '@earmark/contract/creators.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, call } from '../../../lib/api.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import type { CloseDialog } from '../../../ui/dialog/dialogs.ts'
import { type Failure, FormFailure } from '../../../ui/field/form-failure.tsx'
import { Form, formManners, SubmitButton } from '../../../ui/field/form.tsx'
import { showToast } from '../../../ui/toast/toasts.ts'
import { forgetAnswers } from '../answers.ts'
import { useRefusals } from '../form/refusals.ts'
import { creatorMessages, peopleMessages as messages } from '../messages.ts'
import { CreatorNameFields } from './creator-fields.tsx'
import { creatorBody, type CreatorNames } from './creator-values.ts'

interface NewCreatorProps {
  /** The search that found nobody, as a first proposal. */
  nickname: string
  close: CloseDialog<CreatorDetail>
  onBack: () => void
}

/** Creates a creator and chooses it. A failure shows in the dialog: a toast would be behind it. */
export function NewCreator({ nickname, close, onBack }: NewCreatorProps) {
  const form = useForm<CreatorNames>({ ...formManners, defaultValues: { nickname, name: '', surname: '' } })
  const [failure, setFailure] = useState<Failure>()
  const { refusalOf, forget, refuse } = useRefusals(form)

  async function create(values: CreatorNames) {
    setFailure(undefined)
    forget()
    try {
      const creator = await call(createCreator, { body: creatorBody(values) })
      void forgetAnswers('creators')
      close(creator)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refuse(error, values)
      setFailure({ title: creatorMessages.createFailed, description: error.items.at(-1)?.description })
      return
    }
    showToast({ type: 'success', message: creatorMessages.created })
  }

  return (
    <Dialog title={messages.newCreator} onDismiss={() => close()}>
      <Form form={form} onSubmit={create}>
        <CreatorNameFields control={form.control} refusalOf={refusalOf} />
        <div>
          <FormFailure failure={failure} />
          <DialogActions>
            <Button onClick={onBack}>{messages.back}</Button>
            <SubmitButton control={form.control}>{messages.create}</SubmitButton>
          </DialogActions>
        </div>
      </Form>
    </Dialog>
  )
}
