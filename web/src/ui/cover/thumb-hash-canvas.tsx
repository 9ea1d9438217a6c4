import { useEffect, useRef } from 'react'

/** A cover that loads sooner needs no placeholder, nor the code that draws it. */
const patienceMilliseconds = 120

interface ThumbHashCanvasProps {
  /** Base64. */
  hash: string
  className?: string | undefined
}

/** A cover's placeholder, on a canvas: data URLs are forbidden by the content security policy. */
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
    // An invalid ThumbHash, or no connection: the plain colour stays.
  }
}
