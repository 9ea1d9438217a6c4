import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A real mail server on the loopback, and the letter box of everybody. */
export interface MailServer {
  readonly url: string
  /** The next mail to an address that was not taken yet; waits for it. */
  take(address: string): Promise<Email>
  /** How many mails to an address are there, not taken. */
  waiting(address: string): number
  stop(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const mails: { to: string; mail: Email }[] = []
  let arrived = Promise.withResolvers<void>()
  const receive = async (stream: AsyncIterable<Buffer>, recipients: readonly string[]): Promise<void> => {
    const mail = await PostalMime.parse(Buffer.concat(await Array.fromAsync(stream)))
    for (const to of recipients) mails.push({ to: to.toLowerCase(), mail })
    arrived.resolve()
    arrived = Promise.withResolvers<void>()
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData(stream, { envelope }, callback) {
      const recipients = envelope.rcptTo.map(({ address }) => address)
      receive(stream, recipients).then(() => callback(), callback)
    },
  })
  // A server that stops breaks its connections off.
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const isTo = (address: string) => (mail: { to: string }) => mail.to === address.toLowerCase()
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    async take(address) {
      for (;;) {
        const place = mails.findIndex(isTo(address))
        const [found] = place < 0 ? [] : mails.splice(place, 1)
        if (found) return found.mail
        await arrived.promise
      }
    },
    waiting: (address) => mails.filter(isTo(address)).length,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** The path and query of the one link of ours in a mail. */
export function linkIn(mail: Email): string {
  const [link] = /https?:\S+\?\S+/.exec(mail.text ?? '') ?? []
  if (!link) throw new Error(`There is no link in the mail "${mail.subject}".`)
  const { pathname, search } = new URL(link)
  return pathname + search
}
