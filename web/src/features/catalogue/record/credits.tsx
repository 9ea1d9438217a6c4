import type { Credit, CreditRole } from '@earmark/contract/credits.ts'
import { People, type Person } from './people.tsx'
import styles from './record-head.module.css'

/** In the order of roles. */
const labels = {
  Author: 'By',
  Reader: 'Read by',
  Translator: 'Translated by',
  Editor: 'Edited by',
  Foreword: 'Foreword by',
  Composer: 'Music by',
  Producer: 'Produced by',
  Host: 'Hosted by',
  Guest: 'With',
  Voice: 'Voices',
} as const satisfies Record<CreditRole, string>

/** Whom the heads of podcasts and episodes name. */
export const voices = ['Host', 'Guest', 'Voice'] as const satisfies CreditRole[]

/** The people with one of the roles, each with what they are credited as. */
export function peopleWith(credits: readonly Credit[], roles: readonly CreditRole[]): Person[] {
  const people = credits
    .filter(({ role }) => roles.includes(role))
    .map(({ creator, as }) => ({ ...creator, as }))
  return [...new Map(people.map((person) => [`${person.id} ${person.as}`, person])).values()]
}

interface CreditsProps {
  credits: readonly Credit[]
  /** Those that the head names. */
  named: readonly CreditRole[]
  isbn?: string | null
}

/** Who else has a part in a record; nothing where nobody has. */
export function Credits({ credits, named, isbn }: CreditsProps) {
  const roles = (Object.keys(labels) as CreditRole[]).filter(
    (role) => !named.includes(role) && credits.some((credit) => credit.role === role),
  )
  if (roles.length === 0 && !isbn) return null
  return (
    <div className={styles.credits}>
      {roles.map((role) => (
        <People key={role} label={labels[role]} creators={peopleWith(credits, [role])} />
      ))}
      {isbn && <p className={`number ${styles.label}`}>ISBN {isbn}</p>}
    </div>
  )
}
