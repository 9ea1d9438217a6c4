/**
 * Dialogs opened by any code, shown one at a time: `if (await confirm({ title, text })) …`,
 * `await openDialog<true>((close) => <DeleteAccountDialog close={close} />)`.
 */
import type { ReactNode } from 'react'
import { create } from 'zustand'

export interface DialogQuestion {
  title: string
  text: string
}

/** Without a result: dismissed. */
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

/** False after Cancel and after a dismissal. */
export async function confirm(question: DialogQuestion & { confirmLabel?: string }): Promise<boolean> {
  const answer = ask<boolean>((close) => ({ confirmLabel: 'Confirm', ...question, kind: 'confirm', close }))
  return (await answer) ?? false
}

/** A message; resolves once it was closed. */
export async function log(message: DialogQuestion): Promise<void> {
  await ask<boolean>((close) => ({ ...message, kind: 'log', confirmLabel: 'Ok', close }))
}

/** Resolves to the result, to nothing after a dismissal. */
export function openDialog<Result>(
  content: (close: CloseDialog<Result>) => ReactNode,
): Promise<Result | undefined> {
  return ask<Result>((close) => ({ kind: 'content', content: content(close) }))
}
