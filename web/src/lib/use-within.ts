import { useLocation } from '@tanstack/react-router'

/** `aria-current` of a link to a section's first page, on the pages below it; on the page itself the link has its own. */
export function useWithin(section: string): 'true' | undefined {
  return useLocation({ select: ({ pathname }) => (pathname.startsWith(`${section}/`) ? 'true' : undefined) })
}
