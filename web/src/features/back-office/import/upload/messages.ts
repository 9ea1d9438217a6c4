import { grouped } from '../calls/grouped.ts'

export const uploadMessages = {
  title: 'From this device',
  drop: 'Drop files or folders here',
  dropNow: 'Let go to bring them in',
  chooseFiles: 'Choose files',
  chooseFolder: 'Choose a folder',
  reading: 'Reading the names…',
  readFailed: 'These files cannot be read',
  nothing: 'There is no sound among these files.',
  unfinished: (count: number) =>
    count === 1
      ? '1 upload is not finished. Choose the same file again to go on.'
      : `${grouped(count)} uploads are not finished. Choose the same files again to go on.`,
  forget: 'Forget them',
  forgetQuestion: {
    title: 'Forget these uploads?',
    text: 'What was sent so far is removed from the server. Your own files stay.',
    confirmLabel: 'Forget',
  },
  forgotten: 'Uploads removed',
  plan: {
    title: (count: number) =>
      count === 1 ? 'This looks like 1 book' : `This looks like ${grouped(count)} books`,
    text: 'Told by the names alone. Once the files are there, what they say of themselves counts too, and you review it.',
    book: (files: number) => (files === 1 ? '1 file' : `${grouped(files)} files`),
    more: (count: number) => `and ${grouped(count)} more`,
    unwanted: (count: number) =>
      count === 1
        ? '1 file of another kind stays here.'
        : `${grouped(count)} files of other kinds stay here.`,
    cancel: 'Cancel',
    send: 'Upload',
    sendCount: (count: number) => (count === 1 ? 'Upload 1 file' : `Upload ${grouped(count)} files`),
  },
  panel: 'Uploads',
  progress: (done: number, all: number) =>
    `${grouped(done)} of ${all === 1 ? '1 file' : `${grouped(all)} files`} there`,
  lost: 'Connection lost. Going on by itself.',
  starting: 'All there. Looking into them…',
  done: 'All there.',
  review: 'Review',
  failedCount: (count: number) =>
    count === 1 ? '1 file could not be sent.' : `${grouped(count)} files could not be sent.`,
  again: 'Try again',
  leaveOut: 'Go on without',
  more: (count: number) => `and ${grouped(count)} more`,
  states: {
    Waiting: 'waits',
    Sending: 'on its way',
    Lost: 'waits for the connection',
    Done: 'there',
    Failed: 'not sent',
  },
  part: (part: number) => `${Math.floor(part * 100)} %`,
  fold: 'Hide the files',
  unfold: 'Show the files',
  cancel: 'Cancel uploads',
  cancelQuestion: {
    title: 'Cancel these uploads?',
    text: 'What was sent so far is removed from the server. Your own files stay.',
    confirmLabel: 'Cancel uploads',
  },
  close: 'Close',
  failed: 'This file could not be sent.',
  unreadable: 'This file cannot be read any more. Was it changed or moved?',
  noRoom: 'The server has no room for this file.',
  tooLarge: 'This file is larger than this server takes.',
} as const
