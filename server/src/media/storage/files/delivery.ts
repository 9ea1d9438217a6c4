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
  /** @param life of the address, where it must end with the one that led here */
  addressOf(sha256: string, contentType: string, life?: AddressLife): Promise<Elsewhere>
}

export interface AddressLife {
  /** Epoch seconds. */
  readonly expires: number
  readonly seconds: number
}

export interface Elsewhere {
  readonly url: string
  /** The address is valid for longer. */
  readonly maxAgeSeconds: number
}

export const mediaCacheControl = 'public, max-age=31536000, immutable'

/** @param seconds that the address lives */
export function membersCacheControl(seconds: number): string {
  return `private, max-age=${seconds}, immutable`
}
