/**
 * Stands in for mutations and infinite queries of TanStack Query in the browser build (see the aliases in
 * vite.config.ts): the web app has neither, and the query client would bring both.
 */
export class MutationCache {
  findAll(): never[] {
    return []
  }

  clear(): void {}

  resumePausedMutations(): Promise<void> {
    return Promise.resolve()
  }
}

export function infiniteQueryBehavior(): never {
  throw new Error('Infinite queries are left out of the build: see web/vite.config.ts')
}

export { infiniteQueryBehavior as hasNextPage, infiniteQueryBehavior as hasPreviousPage }
