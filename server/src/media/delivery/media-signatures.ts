import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'

/**
 * Signed media addresses: `/media/<file>` or `/relay/<file>` with `?expires=<epoch seconds>&signature=<HMAC-SHA-256, RFC 2104, 128 bits>`. An address
 * is the same for half its life on all nodes, so that caches know it again.
 */
export interface MediaSignatures {
  /** Seconds that an address lives at most, and half of that at least. */
  readonly seconds: number
  /** Signs the media addresses in the fields of a JSON text that hold such. */
  readonly signJson: (json: string) => string
  /** Equal while `signJson` gives the same. */
  readonly period: () => string
  /** @returns when the address ends, in epoch seconds; null for a wrong signature and an ended address */
  verify(file: string, query: { readonly expires?: unknown; readonly signature?: unknown }): number | null
}

/** The fields of records that hold addresses of media; in the texts of others an address stays as it was written. */
const addressFields =
  /"(?:audioUrl|coverImageUrl|coverImagePreviewUrl|imageUrl|imagePreviewUrl)":"[^"]*"|"coverImagePreviewUrls":\[[^\]]*\]/g
const address = /"(\/(?:media|relay)\/)([\w-]{22}\.[a-z0-9]{3,4})"/g

const signatureLength = 22

/**
 * @param key of this use alone
 * @param clock epoch milliseconds
 */
export function createMediaSignatures(
  key: Uint8Array,
  seconds: number,
  clock: () => number,
): MediaSignatures {
  const secret = createSecretKey(key)
  const step = Math.max(1, Math.floor(seconds / 2))
  const nowSeconds = () => clock() / 1000

  function signatureOf(file: string, expires: number): string {
    const mac = createHmac('sha256', secret).update(`${file} ${expires}`).digest('base64url')
    return mac.slice(0, signatureLength)
  }

  const presentEnd = () => Math.floor((nowSeconds() + seconds) / step) * step

  return {
    seconds,
    signJson(json) {
      const expires = presentEnd()
      const sign = (_address: string, folder: string, file: string) =>
        `"${folder}${file}?expires=${expires}&signature=${signatureOf(file, expires)}"`
      return json.replaceAll(addressFields, (field) => field.replaceAll(address, sign))
    },
    period: () => String(presentEnd()),
    verify(file, { expires, signature }) {
      if (typeof expires !== 'string' || !/^\d{1,12}$/.test(expires)) return null
      if (typeof signature !== 'string' || signature.length !== signatureLength) return null
      const end = Number(expires)
      const given = Buffer.from(signature)
      const right = Buffer.from(signatureOf(file, end))
      const isRight = given.length === right.length && timingSafeEqual(given, right)
      return isRight && end > nowSeconds() ? end : null
    },
  }
}
