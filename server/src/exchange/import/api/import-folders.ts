import type { ImportFolder } from '@earmark/contract/imports.ts'
import type { ImportDeps } from '../import-deps.ts'
import { importView } from '../import-view.ts'
import { listFolders, listLastImports } from '../imports.queries.ts'
import { isFolderThere } from '../library-folders.ts'

/** The folders of the settings, as this node finds them. */
export async function listImportFolders({
  config,
  db: { connection },
}: Pick<ImportDeps, 'config' | 'db'>): Promise<ImportFolder[]> {
  const rows = new Map((await listFolders(connection)).map((row) => [row.name, row]))
  const lastImports = new Map((await listLastImports(connection)).map((row) => [row.folderName, row]))
  return await Promise.all(
    config.importFolders.map(async (setting) => {
      const last = lastImports.get(setting.name)
      return {
        name: setting.name,
        kind: 'Folder' as const,
        isAvailable: await isFolderThere(setting),
        lastImport: last ? importView(last) : null,
        booksCount: rows.get(setting.name)?.books ?? 0,
      }
    }),
  )
}
