import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import type { ProposedBook } from '../import-books.queries.ts'
import type { PlanFile } from '../plan-files.ts'
import type { PlanQuestion, WorkerInput, WorkerOutput } from './plan-question.ts'

/** Plans in a thread of its own: thousands of books take seconds. */

enableCompileCache(join(import.meta.dirname, '../../../../../node_modules/.cache/node'))
const { placeOf } = await import('../walk/path-key.ts')
const { planFolder } = await import('./plan-folder.ts')
const { readSideTexts } = await import('./side-texts.ts')

const booksAtOnce = 50
const port = parentPort
if (!port) throw new Error('This is a worker.')

const files: PlanFile[] = []
let answer: Iterator<WorkerOutput> | null = null

port.on('message', (input: WorkerInput) => {
  if ('files' in input) for (const file of input.files) files.push(file)
  else {
    if ('question' in input) answer = answerTo(input.question)
    const next = answer?.next()
    if (next && !next.done) port.postMessage(next.value)
  }
})

function* answerTo(question: PlanQuestion): Generator<WorkerOutput, void> {
  const { root, places = {} } = question
  const place = ({ path, pathKey }: PlanFile) => places[path] ?? placeOf(root ?? '', pathKey)
  const { summary, ...books } = planFolder(files, question, readSideTexts(files, place))
  const most = Math.max(...Object.values(books).map(({ length }) => length))
  for (let start = 0; start < most; start += booksAtOnce) {
    const end = start + booksAtOnce
    const some = (of: readonly ProposedBook[]) => of.slice(start, end)
    yield {
      proposals: some(books.proposals),
      refreshed: some(books.refreshed),
      uncovered: some(books.uncovered),
    }
  }
  yield { summary }
}
