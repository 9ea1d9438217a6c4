import { Fragment } from 'react'
import { descriptionParagraphs, type Line, type Paragraph } from './description-text.ts'
import { Folded } from './folded.tsx'

interface DescriptionProps {
  text: string
  /** Lines that are shown of a long one. */
  lines?: number | undefined
  className?: string | undefined
  lang?: string | undefined
}

/** A long description is folded. */
export function Description({ text, lines, className, lang }: DescriptionProps) {
  return (
    <Folded lines={lines} className={className}>
      {numbered(descriptionParagraphs(text)).map(([number, paragraph]) => (
        <p key={number} dir="auto" lang={lang}>
          <Lines paragraph={paragraph} />
        </p>
      ))}
    </Folded>
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

/** Parts of a text with their index as React key: they have no other identity. */
function numbered<Item>(items: readonly Item[]): [number, Item][] {
  return items.map((item, index) => [index, item])
}
