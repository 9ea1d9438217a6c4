import {
  type Catalogue,
  type Content,
  differences,
  familyOf,
  isSame,
  type Looks,
  type Shown,
  shownOf,
} from './crash-catalogue.ts'
import type { Write } from './crash-writes.ts'

/** What has to be after a crash, and what was wrong: one sentence for each. */

/** What has become of a write: answered as it should be, done without an answer, or not done. */
type Fate = 'acknowledged' | 'done' | 'undone'

interface Outcome {
  readonly problems: readonly string[]
  /** Of each write, with what it was. */
  readonly fates: readonly string[]
}

const expectedStatus = { create: 201, replace: 200, remove: 204, refuse: 409 }

export function pathOf({ path, answer }: Write): string {
  return `${path}/${shownOf(JSON.parse(answer?.body.toString() ?? '')).id}`
}

export function checkWrites(
  before: Catalogue,
  after: Catalogue,
  writes: readonly Write[],
  looks: Looks,
): Outcome {
  const problems: string[] = []
  const settled = new Set<string>()
  const check = (write: Write): Fate => {
    const { kind, path, answer, content } = write
    const say = (what: string) => void problems.push(`${kind} ${path} (${answer?.status ?? '-'}): ${what}`)
    if (answer && answer.status !== expectedStatus[kind]) say(`refused: ${answer.body.toString()}`)
    const isAcknowledged = answer?.status === expectedStatus[kind]
    if (kind === 'create') {
      const made = isAcknowledged ? [pathOf(write)] : pathsBelow(after, path, content as Content)
      for (const one of made) settled.add(one)
      const [shown] = made.map((one) => after.get(one))
      if (made.length > 1) say('there are several of it.')
      if (isAcknowledged && !shown) say('it is lost.')
      if (shown) checkContent(write, shown, looks, say)
      return isAcknowledged ? 'acknowledged' : shown ? 'done' : 'undone'
    }
    const family = kind === 'remove' ? familyOf(before, path) : [[path, before.get(path)] as const]
    for (const [one] of family) settled.add(one)
    const isAsBefore = family.every(([one, shown]) => isSame(after.get(one), shown))
    if (kind === 'refuse') {
      if (!isAsBefore) say('it was refused and changed the record.')
    } else if (kind === 'remove') {
      const isGone = family.every(([one]) => !after.has(one))
      if (!isGone && (isAcknowledged || !isAsBefore)) say('it is not gone, or not wholly.')
    } else if (isAcknowledged || !isAsBefore) {
      const shown = after.get(path)
      if (shown) checkContent(write, shown, looks, say)
      else say('the record is lost.')
    }
    return isAcknowledged ? 'acknowledged' : isAsBefore ? 'undone' : 'done'
  }
  const fates = writes.map((write) => `${write.kind} ${check(write)}`)
  for (const [path, shown] of before) {
    if (!settled.has(path) && !isSame(shown, after.get(path)))
      problems.push(`${path} was not written: ${JSON.stringify([shown, after.get(path)])}`)
  }
  for (const path of after.keys()) {
    if (!settled.has(path) && !before.has(path)) problems.push(`${path} comes from nowhere.`)
  }
  return { problems, fates }
}

/** Names are unique, so a record that was made without an answer is found by its own. */
function pathsBelow(catalogue: Catalogue, list: string, { name }: Content): string[] {
  return [...catalogue]
    .filter(([path, shown]) => path.startsWith(`${list}/`) && shown.name === name)
    .map(([path]) => path)
}

/** Wholly what was sent, and what was answered. */
function checkContent(write: Write, shown: Shown, looks: Looks, say: (what: string) => void): void {
  const wrong = differences(write.content as Content, write.before, shown, looks)
  if (wrong.length > 0)
    say(
      `wrong are ${wrong.join(', ')} of ${JSON.stringify(shown)}; ${JSON.stringify([write.before, write.content])}`,
    )
  if (write.answer && !isSame(shown, shownOf(JSON.parse(write.answer.body.toString())))) {
    say(`it is not as answered: ${JSON.stringify(shown)}, ${write.answer.body.toString()}`)
  }
}
