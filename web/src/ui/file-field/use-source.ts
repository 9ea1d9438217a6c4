import { useCallback } from 'react'
import type { FileChoice } from './file-choice.ts'

/** A ref for the element that shows a file; a file of this device has an address only as long as it is shown. */
export function useSource(choice: FileChoice) {
  const address = choice.kind === 'stored' ? choice.url : undefined
  const file = choice.kind === 'chosen' ? choice.file : undefined
  return useCallback(
    (element: { src: string } | null) => {
      if (!element) return
      const url = file ? URL.createObjectURL(file) : (address ?? '')
      element.src = url
      return () => {
        if (file) URL.revokeObjectURL(url)
      }
    },
    [file, address],
  )
}
