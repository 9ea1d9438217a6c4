import { storedPerson } from '../../../lib/tokens.ts'
import { useSession } from '../../auth/index.ts'

/** Tells each sign-in and sign-out by account ids, empty for a visitor. */
export function onPersonChange(tell: (to: string, from: string) => void): () => void {
  let person = storedPerson()
  return useSession.subscribe(() => {
    const from = person
    person = storedPerson()
    if (person !== from) tell(person, from)
  })
}
