import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type BenchRow, median } from '../rows.ts'

const execFileAsync = promisify(execFile)
const program = resolve(import.meta.dirname, '../../node_modules/lighthouse/cli/index.js')
const runs = 3

interface Category {
  readonly score: number
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[]
}

interface Audit {
  readonly title: string
  readonly score: number | null
  readonly numericValue?: number
}

export interface Report {
  readonly categories: Readonly<Record<string, Category>>
  readonly audits: Readonly<Record<string, Audit>>
}

/** Lighthouse's mobile run on the home page: medians of three. */
export async function lighthouseRows(url: string, chromiumPath: string): Promise<BenchRow[]> {
  const reports: Report[] = []
  for (let turn = 0; turn < runs; turn += 1) reports.push(await runLighthouse(url, chromiumPath, 'mobile'))
  const score = (category: string) =>
    Math.round(100 * median(reports.map(({ categories }) => categories[category]?.score ?? 0)))
  const value = (audit: string) =>
    median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN))
  const row = (what: string, ours: string, goal: string, isReached: boolean): BenchRow => ({
    what: `home page, Lighthouse mobile: ${what}`,
    ours,
    yardstick: '',
    ratio: '',
    goal,
    isReached,
  })
  const scores = [
    ['performance', 95],
    ['accessibility', 100],
    ['best-practices', 100],
    ['seo', 100],
  ] as const
  const paint = value('largest-contentful-paint') / 1000
  const shift = value('cumulative-layout-shift')
  return [
    ...scores.map(([name, least]) => row(name, String(score(name)), `≥ ${least}`, score(name) >= least)),
    row('largest contentful paint', `${paint.toFixed(2)} s`, '≤ 2.0 s', paint <= 2),
    row('layout shift', shift.toFixed(3), '0', shift === 0),
  ]
}

export type Form = 'mobile' | 'desktop'

/** One more try: now and then Chromium reports no navigation start, which says nothing of the page. */
export async function runLighthouse(url: string, chromiumPath: string, form: Form): Promise<Report> {
  try {
    return await runOnce(url, chromiumPath, form)
  } catch (error) {
    if (!String(error).includes('NO_NAVSTART')) throw error
    return await runOnce(url, chromiumPath, form)
  }
}

async function runOnce(url: string, chromiumPath: string, form: Form): Promise<Report> {
  const output = join(tmpdir(), `earmark-lighthouse-${process.pid}.json`)
  const flags = '--headless=new --no-sandbox --disable-background-networking --disable-component-update'
  const preset = form === 'desktop' ? ['--preset=desktop'] : []
  await execFileAsync(
    process.execPath,
    [
      program,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${output}`,
      `--chrome-flags=${flags}`,
      ...preset,
    ],
    { env: { ...process.env, CHROME_PATH: chromiumPath } },
  )
  const report = JSON.parse(await readFile(output, 'utf8')) as Report
  await rm(output)
  return report
}
