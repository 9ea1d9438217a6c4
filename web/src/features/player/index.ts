// Stand-in until the player's own index.ts replaces this file (and placeholder.tsx goes).
export * from './placeholder.tsx'
