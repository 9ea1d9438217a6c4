import { type DragEvent, useEffect, useState } from 'react'

/** Takes the files dropped onto an element; files dropped elsewhere do not replace the page. */
export function useFileDrop(take: (files: readonly File[]) => void, isDisabled: boolean) {
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
      const files = [...event.dataTransfer.files]
      if (files.length > 0) take(files)
    },
  }
  return { isOver: isOver && !isDisabled, target }
}

function hasFiles({ dataTransfer }: { dataTransfer: DataTransfer | null }): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}
