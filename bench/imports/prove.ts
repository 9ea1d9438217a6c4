/**
 * `npm run prove -- import-figures`: the figures that bringing a library in must reach, on a machine without other work.
 * `IMPORT_FIGURES` takes only the rows of these names. Makes about a gigabyte of files for a while, and 150 more that are
 * holes.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BenchRow, markdownTable } from '../rows.ts'
import { measureBesideListening } from './beside-listening.ts'
import { measureCutUpload } from './cut-upload.ts'
import { measureFirstLook } from './first-look.ts'
import { measureLargeLibrary } from './large-library.ts'

const measurements: Readonly<Record<string, (folder: string) => Promise<BenchRow[]>>> = {
  'first-look': measureFirstLook,
  'large-library': measureLargeLibrary,
  'beside-listening': measureBesideListening,
  'cut-upload': measureCutUpload,
}

const asked = process.env.IMPORT_FIGURES?.split(',') ?? Object.keys(measurements)
const rows: BenchRow[] = []
for (const name of asked) {
  const measure = measurements[name]
  if (!measure) throw new Error(`There is no ${name}, but ${Object.keys(measurements).join(', ')}.`)
  console.log(`Measuring ${name} …`)
  const folder = await mkdtemp(join(tmpdir(), `earmark-${name}-`))
  try {
    rows.push(...(await measure(folder)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
console.log(`\n${markdownTable(rows)}\n`)
process.exitCode = rows.every((row) => row.isReached) ? 0 : 1
