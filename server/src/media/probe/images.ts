import { sniffType } from '../content-type.ts'
import { coverWidth, previewWidth } from '@earmark/contract/cover-images.ts'
import type { OutputInfo, Sharp, SharpOptions } from 'sharp'
import { AppError } from '../../errors.ts'
import { dominantColor } from './cover-color.ts'

/** WebP in sRGB, upright, without metadata. */
export interface Picture extends ImagePlaceholder {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

export interface ImagePlaceholder {
  /** `#rrggbb` */
  readonly color: string
  /** ThumbHash in base64. */
  readonly placeholder: string
}

interface Size {
  readonly width: number
  readonly height: number
  /** WebP qualities, best first; the first within `maxBytes` is used, else the last. */
  readonly qualities: readonly number[]
  readonly maxBytes: number
}

const coverSize: Size = { width: coverWidth, height: 1440, qualities: [82, 72], maxBytes: 400_000 }
const previewSize: Size = {
  width: previewWidth,
  height: 2 * previewWidth,
  qualities: [72, 60, 45, 30],
  maxBytes: 36_000,
}

const maxPixels = 40_000_000
const thumbSide = 100
const colorSide = 48

const imageTypes = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/avif', 'image/gif'])

const options: SharpOptions = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true }

/** @throws AppError `UnsupportedMedia`, `BrokenMedia`, `FileTooLarge` beyond 40 megapixels */
export async function renderCover(
  path: string,
  sizeBytes: number,
): Promise<{ cover: Picture; preview: Picture }> {
  return await serialize(async () => {
    await checkImage(path, sizeBytes)
    const cover = await render(await openImage(path), coverSize)
    const preview = await render(await openImage(path), previewSize)
    const { color, placeholder } = preview
    return { cover: { ...cover, color, placeholder }, preview }
  })
}

export async function renderPreview(path: string, sizeBytes: number): Promise<Picture> {
  return await serialize(async () => {
    await checkImage(path, sizeBytes)
    return await render(await openImage(path), previewSize)
  })
}

export async function probePlaceholder(path: string, sizeBytes: number): Promise<ImagePlaceholder> {
  return await serialize(async () => {
    await checkImage(path, sizeBytes)
    return await orBroken(describe(path))
  })
}

/** Of the pictures that directories take: 1400 to 3000. */
export const feedImageSide = 1400

/** JPEG: the whole picture on a square of one colour. */
export async function renderFeedImage(path: string, sizeBytes: number, color: string): Promise<Uint8Array> {
  const side = { width: feedImageSide, height: feedImageSide }
  return await serialize(async () => {
    await checkImage(path, sizeBytes)
    const image = (await openImage(path)).autoOrient().flatten({ background: color })
    const square = image.resize({ ...side, fit: 'contain', background: color }).toColourspace('srgb')
    return await orBroken(square.jpeg({ quality: 82 }).toBuffer())
  })
}

let lastTask: Promise<unknown> = Promise.resolve()

/** Each image takes tens of megabytes, which the allocator keeps for every thread. */
function serialize<T>(work: () => Promise<T>): Promise<T> {
  const task = lastTask.then(work)
  lastTask = task.catch(() => undefined)
  return task
}

async function openImage(source: string | Uint8Array, given = options): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp(source, given)
}

async function checkImage(path: string, sizeBytes: number): Promise<void> {
  if (sizeBytes === 0) throw new AppError('BrokenMedia', { description: 'The file is empty.' })
  if (!imageTypes.has((await sniffType(path)) ?? '')) throw new AppError('UnsupportedMedia')
  const image = await openImage(path, { ...options, limitInputPixels: false })
  const { width, height } = await orBroken(image.metadata())
  if (width * height > maxPixels) {
    throw new AppError('FileTooLarge', { description: 'The image has more than 40 megapixels.' })
  }
}

async function render(image: Sharp, size: Size): Promise<Picture> {
  const { width, height } = size
  const scaled = await orBroken(
    image
      .autoOrient()
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  )
  const { info, data } = scaled
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const encoded = await encode(data, raw, size)
  return { bytes: encoded, width: info.width, height: info.height, ...(await describe(encoded)) }
}

type Raw = NonNullable<SharpOptions['raw']>

async function encode(data: Uint8Array, raw: Raw, size: Size): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  let bytes: Uint8Array = new Uint8Array()
  for (const quality of size.qualities) {
    bytes = await sharp(data, { raw }).webp({ quality, effort: 4 }).toBuffer()
    if (bytes.length <= size.maxBytes) break
  }
  return bytes
}

async function describe(source: string | Uint8Array): Promise<ImagePlaceholder> {
  const { rgbaToThumbHash } = await import('thumbhash')
  const { data, info } = await pixelsOf(await openImage(source), thumbSide)
  const hash = rgbaToThumbHash(info.width, info.height, data)
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const small = await pixelsOf(await openImage(data, { raw }), colorSide)
  return { color: dominantColor(small.data), placeholder: Buffer.from(hash).toString('base64') }
}

async function pixelsOf(image: Sharp, side: number): Promise<{ data: Buffer; info: OutputInfo }> {
  const resized = image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  return await resized.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
}

async function orBroken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch {
    throw new AppError('BrokenMedia')
  }
}
