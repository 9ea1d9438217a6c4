import { formMessages } from '../messages.ts'

/** Why a text is no address of the web; undefined for one, and for an empty text. As the server checks them. */
export function checkLink(link: string): string | undefined {
  const text = link.trim()
  return text === '' || (/^https?:\/\/\S+$/i.test(text) && URL.canParse(text))
    ? undefined
    : formMessages.linkInvalid
}
