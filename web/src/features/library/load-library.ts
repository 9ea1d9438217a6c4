/** Apart: whoever is not signed in never needs it. */
export const loadLibrary = () => import('./library.ts')
