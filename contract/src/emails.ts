/** Characters of a whole address and of the part before the @ (RFC 5321, 4.5.3.1). */
export const maxEmailLength = 254
const maxLocalPartLength = 64

const atom = "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
const form = new RegExp(`^${atom}(?:\\.${atom})*@${label}(?:\\.${label})*$`)

/**
 * Whether a text is an address that mail can be sent to: the form that HTML's e-mail fields accept, without dots in
 * wrong places, at most 254 characters long and 64 before the @.
 */
export function isEmail(text: string): boolean {
  return text.length <= maxEmailLength && text.indexOf('@') <= maxLocalPartLength && form.test(text)
}

/** By what addresses are compared: there is one account per address, however it is written. */
export function emailKey(email: string): string {
  return email.toLowerCase()
}
