import type { FeedPerson } from './feed.ts'
import { textElement } from './xml.ts'

export function writePerson({ name, role, link }: FeedPerson): string {
  return textElement('podcast:person', name, { role, href: link })
}

/** RFC 822 with four digits of the year. */
export function formatDate(milliseconds: number): string {
  return new Date(milliseconds).toUTCString()
}
