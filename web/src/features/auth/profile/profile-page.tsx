import type { Profile } from '@earmark/contract/users.ts'
import { type ReactNode, useId } from 'react'
import { Page } from '../../../ui/page/page.tsx'
import { profileMessages as messages } from '../messages.ts'
import { Apps } from '../apps/apps.tsx'
import { appMessages } from '../apps/messages.ts'
import { ImportExport } from '../import-export/import-export.tsx'
import { listMessages } from '../import-export/messages.ts'
import { AccountActions } from './account-actions.tsx'
import { Information } from './information.tsx'
import styles from './profile-page.module.css'

/** Shows the loader's data, which stays while the session or the account ends. */
export function ProfilePage({ profile }: { profile: Profile }) {
  return (
    <Page title={messages.title}>
      <h1 className={`title ${styles.title}`} tabIndex={-1}>
        {messages.title}
      </h1>
      <Section heading={messages.information}>
        <Information profile={profile} />
      </Section>
      <Section heading={messages.subscription}>
        <p className={styles.quiet}>{messages.noSubscription}</p>
      </Section>
      <Section heading={appMessages.heading}>
        <Apps email={profile.email} />
      </Section>
      <Section heading={listMessages.heading}>
        <ImportExport />
      </Section>
      <Section heading={messages.account}>
        <AccountActions email={profile.email} />
      </Section>
    </Page>
  )
}

function Section({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={`title ${styles.heading}`}>
        {heading}
      </h2>
      <div className={styles.content}>{children}</div>
    </section>
  )
}
