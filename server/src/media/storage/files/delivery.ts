export type Delivery = Through | Accelerated | Redirected

interface Through {
  readonly kind: 'through'
}

/** By nginx (X-Accel-Redirect). */
export interface Accelerated {
  readonly kind: 'accelerated'
  pathOf(sha256: string): string
}

export interface Redirected {
  readonly kind: 'redirected'
  /** For the content security policy of pages. */
  readonly origin: string
  addressOf(sha256: string, contentType: string): Promise<Elsewhere>
}

export interface Elsewhere {
  readonly url: string
  /** The address is valid for longer. */
  readonly maxAgeSeconds: number
}

export const mediaCacheControl = 'public, max-age=31536000, immutable'
