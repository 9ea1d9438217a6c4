import type { ImportFolderSetting } from '../../../config/config-imports.ts'

/** A folder of the settings in which an import looks. */
export interface LookedFolder {
  readonly id: number
  readonly setting: ImportFolderSetting
  /** Below it; null for all of it. */
  readonly path: string | null
}
