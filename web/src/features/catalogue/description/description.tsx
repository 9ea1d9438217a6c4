import { Fragment } from 'react'
import styles from './description.module.css'
import { descriptionParagraphs, type Line, type Paragraph } from './description-text.ts'

export function Description({ text }: { text: string }) {
  return (
    <div className={styles.description}>
      {numbered(descriptionParagraphs(text)).map(([number, paragraph]) => (
        <p key={number} dir="auto">
          <Lines paragraph={paragraph} />
        </p>
      ))}
    </div>
  )
}

function Lines({ paragraph }: { paragraph: Paragraph }) {
  return numbered(paragraph).map(([number, line]) => (
    <Fragment key={number}>
      {number > 0 && <br />}
      <Parts line={line} />
    </Fragment>
  ))
}

function Parts({ line }: { line: Line }) {
  return numbered(line).map(([number, part]) =>
    part.kind === 'link' ? (
      <a key={number} href={part.text} rel="noopener nofollow">
        {part.text}
      </a>
    ) : (
      part.text
    ),
  )
}

/** Text has no identity but its place. */
function numbered<Item>(items: readonly Item[]): [number, Item][] {
  return items.map((item, index) => [index, item])
}
