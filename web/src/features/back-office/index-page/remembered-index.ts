/** Where the tables were left, for the ways back that do not lead through the browser's history. */
import type { IndexSearch } from './index-search.ts'

let left: IndexSearch = {}

export function rememberIndex(search: IndexSearch): void {
  left = search
}

export function rememberedIndex(): IndexSearch {
  return left
}
