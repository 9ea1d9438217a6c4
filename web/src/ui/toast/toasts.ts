import { create } from 'zustand'

export type ToastType = 'info' | 'success' | 'error' | 'warning'

export interface Toast {
  id: number
  message: string
  /** A second line. */
  description?: string | undefined
  type: ToastType
  durationMilliseconds: number
  action?: { label: string; run: () => void } | undefined
}

export interface NewToast {
  message: string
  description?: string | undefined
  type?: ToastType
  /** Without the time under the pointer or with the focus; `Infinity`: until dismissed. */
  duration?: number
  action?: { label: string; run: () => void }
}

const defaultToastMilliseconds = 3000
const mostShown = 3

export const useToasts = create<{ shown: readonly Toast[] }>(() => ({ shown: [] }))

let lastId = 0

export function showToast({ message, description, type = 'info', duration, action }: NewToast): void {
  lastId += 1
  const durationMilliseconds = duration ?? defaultToastMilliseconds
  const toast: Toast = { id: lastId, message, description, type, durationMilliseconds, action }
  useToasts.setState(({ shown }) => {
    // The oldest without an action is removed first.
    const oldest = shown.find((other) => !other.action) ?? shown[0]
    const kept = shown.length < mostShown ? shown : shown.filter((other) => other !== oldest)
    return { shown: [...kept, toast] }
  })
}

export function dismissToast(id: number): void {
  useToasts.setState(({ shown }) => ({ shown: shown.filter((toast) => toast.id !== id) }))
}
