import type { ComponentType } from 'react'
import { create } from 'zustand'
import type { RecordingRef } from '../reducer/state.ts'

/** The button of My Library in the player that fills a phone: it comes with the library, which knows the player. */
export const useLibrarySlot = create<{ Button: ComponentType<{ subject: RecordingRef }> | null }>(() => ({
  Button: null,
}))
