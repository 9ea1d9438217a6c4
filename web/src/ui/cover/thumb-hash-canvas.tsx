import { useEffect, useRef } from 'react'
import { thumbHashToRGBA } from 'thumbhash'

interface ThumbHashCanvasProps {
  /** Base64. */
  hash: string
  className?: string | undefined
}

/** Draws the few blurred colours of a cover until the cover is there. A canvas: no style, no data URL to be allowed. */
export function ThumbHashCanvas({ hash, className }: ThumbHashCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)

  useEffect(() => {
    if (canvas.current) draw(canvas.current, hash)
  }, [hash])

  return <canvas ref={canvas} className={className} width={1} height={1} aria-hidden="true" />
}

function draw(canvas: HTMLCanvasElement, hash: string): void {
  const context = canvas.getContext('2d')
  if (context === null) return
  try {
    const bytes = Uint8Array.from(atob(hash), (character) => character.charCodeAt(0))
    const { w, h, rgba } = thumbHashToRGBA(bytes)
    canvas.width = w
    canvas.height = h
    context.putImageData(new ImageData(new Uint8ClampedArray(rgba), w, h), 0, 0)
  } catch {
    // Not a ThumbHash: the cover's plain colour stays.
  }
}
