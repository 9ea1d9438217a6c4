import { type LetterAction, type Letter, renderHtml, renderText } from './mail-template.ts'
import { invitationLink } from './invitations.ts'
import type { MailKind } from './mails.queries.ts'

/** The values of a mail; those that its kind does not use may be empty. */
export interface MailFacts {
  readonly publicUrl: string
  readonly userId: string
  /** The account's address. */
  readonly email: string
  /** Null for unconfirmed addresses: strangers must not be reached through a name. */
  readonly name: string | null
  readonly newEmail: string
  readonly token: string
  /** Whether the address was registered before; the first password stands. */
  readonly isRepeated: boolean
}

export interface MailContent {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The link of the button. */
  readonly link: string | null
}

export function composeMail(kind: MailKind, facts: MailFacts): MailContent {
  const clean = { ...facts, name: facts.name && withoutControls(facts.name) }
  const letter = letters[kind](clean)
  return {
    subject: letter.subject,
    text: renderText(letter, facts.publicUrl),
    html: renderHtml(letter, facts.publicUrl),
    link: letter.action?.link ?? null,
  }
}

const forADay = 'The link works once and for 24 hours.'
const forAWeek = 'The link works once and for seven days.'
const forAnHour = 'The link works once and for one hour.'
const ignore = 'If this was not you, you can ignore this mail'

const letters: Record<MailKind, (facts: MailFacts) => Letter> = {
  'confirm-email': (facts) => ({
    subject: 'Confirm your e-mail address',
    name: facts.name,
    paragraphs: [
      'One step is left before you can sign in to Earmark: confirm that this address is yours.',
      ...(facts.isRepeated ? [somebodysPassword(facts)] : []),
    ],
    action: action('Confirm address', link(facts, 'confirm-email', ['userId', 'token']), forADay),
    ifNotYou: `${ignore}: without the confirmation nobody can sign in with this address.`,
  }),
  'account-exists': (facts) => ({
    subject: 'You already have an account',
    name: facts.name,
    paragraphs: [
      'Somebody tried to register with this address. It has an account at Earmark already, so nothing was changed.',
      {
        text: 'If it was you, sign in as usual. Should you have forgotten your password, choose a new one:',
        page: page(facts, 'forgot-password'),
      },
    ],
    action: action('Sign in', page(facts, 'login'), ''),
    ifNotYou: `${ignore}. Whoever tried has not learned that you have an account.`,
  }),
  'reset-password': (facts) => ({
    subject: 'Choose a new password',
    name: facts.name,
    paragraphs: ['Somebody, hopefully you, asked for a new password for your account at Earmark.'],
    action: action('Choose a new password', link(facts, 'forgot-password', ['email', 'token']), forAnHour),
    ifNotYou: `${ignore}: your password stays as it is.`,
  }),
  'set-password': (facts) => ({
    subject: 'Your account at Earmark',
    name: facts.name,
    paragraphs: [
      'An administrator has made an account for you at Earmark, where you can listen to audio books and podcasts.',
      'Choose a password, and you can sign in with this address.',
    ],
    action: action('Choose a password', link(facts, 'forgot-password', ['email', 'token']), forADay),
    ifNotYou: 'If you did not expect this, you can ignore this mail: without a password nobody can sign in.',
  }),
  invitation: (facts) => ({
    subject: 'You are invited to Earmark',
    name: facts.name,
    paragraphs: [
      'An administrator invites you to make an account at Earmark, where you can listen to audio books and podcasts.',
      'Choose a password, and then confirm your address.',
    ],
    action: action('Create an account', invitationLink(facts.publicUrl, facts.token), forAWeek),
    ifNotYou: 'If you did not expect this, you can ignore this mail: nothing is made in your name.',
  }),
  'change-email': (facts) => ({
    subject: 'Confirm your new e-mail address',
    name: facts.name,
    paragraphs: [
      'Somebody, hopefully you, wants to use this address for an account at Earmark. Confirm that it is yours.',
      'You will be signed out everywhere and sign in with the new address from then on.',
    ],
    action: action(
      'Confirm new address',
      link(facts, 'confirm-change-email', ['userId', 'newEmail', 'token']),
      forADay,
    ),
    ifNotYou: `${ignore}: without the confirmation nothing changes.`,
  }),
  'change-email-notice': (facts) => ({
    subject: 'Your e-mail address is about to change',
    name: facts.name,
    paragraphs: [
      `Somebody who knows your password asked to change the address of your account at Earmark to ${facts.newEmail}.`,
      'The change takes effect once it is confirmed by the link that was sent to the new address. If it was you, there is nothing to do here.',
    ],
    action: null,
    ifNotYou: {
      text: 'If this was not you, somebody knows your password. Choose another one right away:',
      page: page(facts, 'forgot-password'),
    },
  }),
}

/** The first registrant with a foreign address would know the password. */
function somebodysPassword(facts: MailFacts): Extract<Letter['paragraphs'][number], object> {
  return {
    text: 'Somebody registered with this address before, and the password chosen then counts. If that was not you, choose one of your own once you have confirmed:',
    page: page(facts, 'forgot-password'),
  }
}

function action(label: string, target: string, validity: string): LetterAction {
  return { label, link: target, validity }
}

function page({ publicUrl }: MailFacts, name: string): string {
  return `${publicUrl}/auth/${name}`
}

function link(
  facts: MailFacts,
  name: string,
  parameters: ('userId' | 'email' | 'newEmail' | 'token')[],
): string {
  const query = parameters.map((parameter) => `${parameter}=${encodeURIComponent(facts[parameter])}`)
  return `${page(facts, name)}?${query.join('&')}`
}

/** Line breaks and marks of writing direction: a name stands on its line and cannot turn the words around it. */
function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ').trim()
}
