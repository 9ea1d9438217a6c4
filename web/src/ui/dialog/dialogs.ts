/**
 * Questions that any code may ask: `if (await confirm({ title, text })) …`. They wait in line, the host shows
 * one at a time.
 */
import { create } from 'zustand'

export interface DialogQuestion {
  title: string
  text: string
}

export interface AskedDialog extends DialogQuestion {
  id: number
  kind: 'confirm' | 'log'
  confirmLabel: string
  settle: (answer: boolean | undefined) => void
}

export const useDialogs = create<{ waiting: readonly AskedDialog[] }>(() => ({ waiting: [] }))

let lastId = 0

function open(dialog: Omit<AskedDialog, 'id' | 'settle'>): Promise<boolean | undefined> {
  return new Promise((resolve) => {
    lastId += 1
    const id = lastId
    const settle = (answer: boolean | undefined) => {
      useDialogs.setState(({ waiting }) => ({ waiting: waiting.filter((other) => other.id !== id) }))
      resolve(answer)
    }
    useDialogs.setState(({ waiting }) => ({ waiting: [...waiting, { ...dialog, id, settle }] }))
  })
}

/** True after Confirm, false after Cancel and when the dialog was left without an answer. */
export async function confirm(question: DialogQuestion & { confirmLabel?: string }): Promise<boolean> {
  return (await open({ confirmLabel: 'Confirm', ...question, kind: 'confirm' })) ?? false
}

/** Says something that has to be read; resolves once it was. */
export async function log(message: DialogQuestion): Promise<void> {
  await open({ ...message, kind: 'log', confirmLabel: 'Ok' })
}
