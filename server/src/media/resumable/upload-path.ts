import { maxRelativePathBytes, maxRelativePathLevels } from '@earmark/contract/uploads.ts'

const drive = /^[a-z]:/i

/** Whether a path stays below any folder, whatever the system is that it is used on. */
export function isSoundPath(path: string): boolean {
  if (path === '' || /[\0\\]/.test(path) || drive.test(path)) return false
  if (Buffer.byteLength(path) > maxRelativePathBytes) return false
  const segments = path.split('/')
  return (
    segments.length <= maxRelativePathLevels + 1 &&
    segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..')
  )
}

export function isSoundFileName(name: string): boolean {
  return isSoundPath(name) && !name.includes('/')
}
