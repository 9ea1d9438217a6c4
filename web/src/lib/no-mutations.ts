/** Replaces TanStack Query's mutations and infinite queries in the build (an alias of vite.config.ts): the app uses neither. */
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
