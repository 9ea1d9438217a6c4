/**
 * Rows that are drawn as they come into view, by TanStack Virtual. What it returns changes without new identities:
 * components that call it say 'use no memo'.
 */
export { defaultRangeExtractor, useWindowVirtualizer as useVirtualRows } from '@tanstack/react-virtual'
