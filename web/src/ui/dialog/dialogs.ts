/**
 * Questions that any code may ask: `if (await confirm({ title, text })) …`, or with a dialog of its own:
 * `await openDialog<true>((close) => <DeleteAccountDialog close={close} />)`. They wait in line, the host shows one
 * at a time.
 */
import type { ReactNode } from 'react'
import { create } from 'zustand'

export interface DialogQuestion {
  title: string
  text: string
}

/** Ends a dialog; without a result: it was left. */
export type CloseDialog<Result> = (result?: Result) => void

interface AskedQuestion extends DialogQuestion {
  kind: 'confirm' | 'log'
  confirmLabel: string
  close: CloseDialog<boolean>
}

interface AskedContent {
  kind: 'content'
  /** A whole `<Dialog>`. */
  content: ReactNode
}

export type AskedDialog = { id: number } & (AskedQuestion | AskedContent)

export const useDialogs = create<{ waiting: readonly AskedDialog[] }>(() => ({ waiting: [] }))

let lastId = 0

function ask<Result>(
  dialog: (close: CloseDialog<Result>) => AskedQuestion | AskedContent,
): Promise<Result | undefined> {
  return new Promise((resolve) => {
    lastId += 1
    const id = lastId
    const asked = dialog((result) => {
      useDialogs.setState(({ waiting }) => ({ waiting: waiting.filter((other) => other.id !== id) }))
      resolve(result)
    })
    useDialogs.setState(({ waiting }) => ({ waiting: [...waiting, { ...asked, id }] }))
  })
}

/** True after Confirm, false after Cancel and when the dialog was left without an answer. */
export async function confirm(question: DialogQuestion & { confirmLabel?: string }): Promise<boolean> {
  const answer = ask<boolean>((close) => ({ confirmLabel: 'Confirm', ...question, kind: 'confirm', close }))
  return (await answer) ?? false
}

/** Says something that has to be read; resolves once it was. */
export async function log(message: DialogQuestion): Promise<void> {
  await ask<boolean>((close) => ({ ...message, kind: 'log', confirmLabel: 'Ok', close }))
}

/** Shows a dialog of the caller's own; what it was closed with, nothing when it was left. */
export function openDialog<Result>(
  content: (close: CloseDialog<Result>) => ReactNode,
): Promise<Result | undefined> {
  return ask<Result>((close) => ({ kind: 'content', content: content(close) }))
}
