import { thumbHashToRGBA } from 'thumbhash'

/** A bundle of its own. @throws for an invalid ThumbHash */
export function drawThumbHash(canvas: HTMLCanvasElement, hash: string): void {
  const bytes = Uint8Array.from(atob(hash), (character) => character.charCodeAt(0))
  const { w, h, rgba } = thumbHashToRGBA(bytes)
  canvas.width = w
  canvas.height = h
  canvas.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(rgba), w, h), 0, 0)
}
