import { type DragEvent, useEffect, useState } from 'react'

/** Takes a file dropped onto an element; a file dropped elsewhere does not replace the page. */
export function useFileDrop(take: (file: File) => void, isDisabled: boolean) {
  const [isOver, setIsOver] = useState(false)

  useEffect(() => {
    const listening = new AbortController()
    for (const name of ['dragover', 'drop'] as const) {
      const swallow = (event: globalThis.DragEvent) => hasFiles(event) && event.preventDefault()
      window.addEventListener(name, swallow, { signal: listening.signal })
    }
    return () => listening.abort()
  }, [])

  const target = {
    onDragOver: (event: DragEvent) => {
      if (isDisabled || !hasFiles(event)) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
    },
    onDrop: (event: DragEvent) => {
      setIsOver(false)
      if (isDisabled || !hasFiles(event)) return
      event.preventDefault()
      const file = event.dataTransfer.files[0]
      if (file) take(file)
    },
  }
  return { isOver: isOver && !isDisabled, target }
}

function hasFiles({ dataTransfer }: { dataTransfer: DataTransfer | null }): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}
