export const listMessages = {
  heading: 'Import and export',
  intro: 'Podcast apps keep what you follow in lists of the format OPML.',
  export: 'Export what you follow',
  exportFailed: 'The list could not be exported',
  import: 'Import a list',
  importHint: 'An OPML file of at most 2 MiB and 5 000 feeds.',
  importFailed: 'The list could not be imported',
  progress: (added: number, total: number, failed: number) =>
    failed === 0 ? `${added} of ${total} added` : `${added} of ${total} added, ${failed} failed`,
  progressLabel: 'Import of the list',
  done: 'The list has been imported.',
  failures: 'Not added',
  progressFailed: 'How far the import is could not be loaded.',
} as const
