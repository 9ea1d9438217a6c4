import { useEffect, useRef } from 'react'

/** A cover that is here sooner needs no placeholder, and its page not the code that draws one. */
const patienceMilliseconds = 120

interface ThumbHashCanvasProps {
  /** Base64. */
  hash: string
  className?: string | undefined
}

/** Shows the few blurred colours of a cover until the cover is there. A canvas: no style, no data URL to be allowed. */
export function ThumbHashCanvas({ hash, className }: ThumbHashCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)

  useEffect(() => {
    const timer = setTimeout(() => void draw(canvas.current, hash), patienceMilliseconds)
    return () => clearTimeout(timer)
  }, [hash])

  return <canvas ref={canvas} className={className} width={1} height={1} aria-hidden="true" />
}

async function draw(canvas: HTMLCanvasElement | null, hash: string): Promise<void> {
  try {
    const { drawThumbHash } = await import('./draw-thumb-hash.ts')
    if (canvas?.isConnected) drawThumbHash(canvas, hash)
  } catch {
    // Not a ThumbHash, or no connection: the cover's plain colour stays.
  }
}
