import type { FieldName, FieldValue } from '@earmark/contract/planner/plan-input.ts'
import type { FieldSource } from '@earmark/contract/planner/plan-output.ts'

export const originMessages = {
  /** Of those that share a place. */
  names: {
    authors: 'Authors',
    narrators: 'Readers',
    series: 'Series',
    sequence: 'Number',
  } as Partial<Record<FieldName, string>>,
  from: {
    Folder: 'from the folder’s name',
    Tags: 'from the tags',
    Nfo: 'from the .nfo file',
    Text: 'from a text file',
    Opf: 'from the .opf file',
    MetadataJson: 'from metadata.json',
    Hand: '',
    None: '',
  } satisfies Record<FieldSource, string>,
  youSet: 'You set this.',
  youSetBeside: (value: FieldValue) => `You set this. The file says ${shownValue(value)}.`,
  useFile: 'Use the file’s value',
  saveFirst: 'Save or undo your changes first.',
  taken: 'The file’s value is back',
  takingFailed: 'The file’s value could not be taken',
} as const

const longestShown = 120

function shownValue(value: FieldValue): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  return `“${text.length > longestShown ? `${text.slice(0, longestShown)}…` : text}”`
}
